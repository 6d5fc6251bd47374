/** The act of an operation, as far as the state of a tenant decides. One that `takesAway` access is never closed. */
export const acts = ['read', 'write', 'takesAway'] as const;

export type Act = (typeof acts)[number];
