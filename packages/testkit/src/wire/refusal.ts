/** Why a real service would answer this request with status 400. */
export type Refusal = Error & { readonly param: string | null };

/** Leaves the reading of a request. */
export function refuse(message: string, param: string | null = null): never {
  throw Object.assign(new Error(message), { name: 'Refusal', param });
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Error && value.name === 'Refusal';
}
