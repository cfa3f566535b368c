import type { AdvisorContext } from './advisor.ts';
import type { ModelReflection, NumberedFailure } from './model-reflection.ts';
import { readModelReflection, reflectionRequest, withoutWords } from './model-reflection.ts';
import type { SensitiveNames } from './secret-names.ts';

/** One model call about some failures. When it fails or its reply cannot be read, what the rules said stands alone. */
export async function askReflection(
  think: AdvisorContext['think'],
  {
    task,
    failures,
    sensitive,
  }: {
    readonly task: string;
    readonly failures: readonly NumberedFailure[];
    readonly sensitive: SensitiveNames | undefined;
  },
): Promise<ModelReflection> {
  try {
    const { text } = await think(reflectionRequest(task, failures, sensitive), 'reflector');
    return readModelReflection(text, failures);
  } catch {
    return withoutWords(failures, 'model_failed', 'the model call failed');
  }
}
