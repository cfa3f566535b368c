import type { Model, ModelRequest } from '@loopwright/agent-run';

/** The same model, of which every request is kept. */
export function recorded(model: Model, requests: ModelRequest[]): Model {
  return {
    id: model.id,
    generate(request, options) {
      requests.push(request);
      return model.generate(request, options);
    },
  };
}
