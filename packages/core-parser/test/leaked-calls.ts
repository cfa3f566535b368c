import type { StepForm } from '../src/index.ts';

/** How a native form writes a call. */
export type CallWriter = {
  form: StepForm;
  /** Writes one call with its arguments as JSON text. */
  write(name: string, args: string): string;
  /** Writes what the model thinks before the call. */
  think(thought: string): string;
  /** Only an object can stand where the arguments do. */
  takesObjectsOnly: boolean;
};

/** Every way in which the native forms write a call with its arguments as JSON. */
export const callWriters: Record<string, CallWriter> = {
  hermes: writer(
    'hermes',
    (name, args) => `<tool_call>\n${object(name, 'arguments', args)}\n</tool_call>`,
  ),
  'hermes function tag': {
    ...writer(
      'hermes',
      (name, args) => `<tool_call><function=${name}>${args}</function></tool_call>`,
    ),
    takesObjectsOnly: true,
  },
  llama: writer(
    'llama',
    (name, args) => `<|python_tag|>${object(name, 'parameters', args)}<|eom_id|>`,
  ),
  'llama function object': writer(
    'llama',
    (name, args) =>
      `<|python_tag|>{"type": "function", "function": ${object(name, 'arguments', args)}}<|eot_id|>`,
  ),
  mistral: writer('mistral', (name, args) => `[TOOL_CALLS]${name}[ARGS]${args}</s>`),
  'mistral with an id': writer(
    'mistral',
    (name, args) => `[TOOL_CALLS]${name}[CALL_ID]a1B2c3D4e[ARGS]${args}</s>`,
  ),
  'mistral list': writer(
    'mistral',
    (name, args) => `[TOOL_CALLS] [${object(name, 'arguments', args)}]</s>`,
  ),
  deepseek: writer(
    'deepseek',
    (name, args) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${args}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
  ),
  'deepseek fence': writer(
    'deepseek',
    (name, args) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  harmony: harmonyWriter(
    (name, args) =>
      `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${args}<|call|>`,
  ),
  'harmony role': harmonyWriter(
    (name, args) =>
      `<|start|>assistant to=functions.${name}<|channel|>commentary json<|message|>${args}<|call|>`,
  ),
};

/** The native forms, without those that a loop asks for. */
export const nativeForms: readonly StepForm[] = [
  'harmony',
  'deepseek',
  'mistral',
  'hermes',
  'llama',
];

function writer(form: StepForm, write: CallWriter['write']): CallWriter {
  return { form, write, think: (thought) => `${thought}\n`, takesObjectsOnly: false };
}

function harmonyWriter(write: CallWriter['write']): CallWriter {
  const think = (thought: string) => `<|channel|>analysis<|message|>${thought}<|end|>`;
  return { form: 'harmony', write, think, takesObjectsOnly: false };
}

function object(name: string, key: string, args: string): string {
  return `{"name": ${JSON.stringify(name)}, "${key}": ${args}}`;
}
