import type { Resource } from '@rapport/kinds';

export type { Resource } from '@rapport/kinds';

/** A name or a table of a resource as sentences have it. */
export function spoken(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The path of a resource's records on every surface that has paths of resources. */
export function pathOf({ name }: Resource): string {
  return `/api/v1/${name}`;
}
