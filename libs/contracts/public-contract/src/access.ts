import type { Right } from '@rapport/kinds';

/** The access that an act on a resource takes: the scope and the permission have the same name. */
export function accessTo<Resource extends string, Act extends Right>(resource: Resource, act: Act) {
  const right = `${resource}.${act}` as const;
  return { scope: right, permission: right, limiter: 'business' } as const;
}
