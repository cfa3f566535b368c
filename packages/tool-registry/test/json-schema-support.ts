import { jsonSchema } from '../src/json-schema.ts';

type Options = Parameters<typeof jsonSchema>[1];

export function accepts(schema: object | boolean, value: unknown, options?: Options): boolean {
  return messagesOf(schema, value, options).length === 0;
}

export function messagesOf(schema: object | boolean, value: unknown, options?: Options): string[] {
  const result = jsonSchema<unknown>(schema, options)['~standard'].validate(value);
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return (result.issues ?? []).map(({ message, path = [] }) => `${path.join('.')}: ${message}`);
}

/** An object literal with a member of that name would look like a promise. */
export function condition(test: object, yes: object | boolean, no: object | boolean): object {
  return Object.fromEntries([
    ['if', test],
    ['then', yes],
    ['else', no],
  ]);
}
