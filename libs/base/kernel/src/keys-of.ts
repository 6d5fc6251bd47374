/** The names of an object's members, where its type has them all. */
export function keysOf<T extends object>(members: T): readonly (keyof T & string)[] {
  return Object.keys(members) as (keyof T & string)[];
}
