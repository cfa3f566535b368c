/** Roles whose failed call ends the run: without them there is no next step. */
export const essentialRoles = ['actor', 'selector', 'planner', 'solver'] as const;

/** Roles that only advise: a failed call is a flag and an empty reply. */
export const advisoryRoles = ['critic', 'reflector', 'judge', 'synthesiser'] as const;

/** What a model call is for. Every call of a run has one, and each role is counted and bounded apart (R3). */
export type Role = (typeof essentialRoles)[number] | (typeof advisoryRoles)[number];

/**
 * How many calls each role may make: a strategy's published bound, as data. A missing role has none.
 * `think` refuses the call after the last one.
 */
export type Allowance = Readonly<Partial<Record<Role, number>>>;

export function isAdvisory(role: Role): boolean {
  return (advisoryRoles as readonly Role[]).includes(role);
}
