/** A synchronised resource: its name in the interface, its number in every log of changes, and its table. */
export interface Resource {
  readonly name: string;
  readonly number: number;
  readonly table: string;
  /** A plan says how many records of such resources a tenant may have, all of them together. */
  readonly isCounted?: true;
}

/** A name or a table of a resource as sentences have it. */
export function spoken(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The path of a resource's records on every surface that has paths of resources. */
export function pathOf({ name }: Resource): string {
  return `/api/v1/${name}`;
}
