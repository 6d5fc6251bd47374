/** The values that a record is to hold, by its members. A member that is not there stays as it is. */
export type Values = Readonly<Record<string, unknown>>;

/** A value of a custom field, as bodies and answers have it. */
export interface CustomValue {
  readonly key: string;
  readonly value: string | number;
}

/** The custom fields among the values; none where there are none. */
export function customValues({ customFields }: Values): readonly CustomValue[] {
  // Bodies were checked for this form, and answers have it.
  return (customFields ?? []) as readonly CustomValue[];
}

/** One set of values over another, member by member. Of the custom fields each lies over its own. */
export function laidOver(below: Values, above: Values): Values {
  const custom = overlaidCustom(customValues(below), customValues(above));
  const given = Object.fromEntries(Object.entries(above).filter(([, value]) => value !== undefined));
  return { ...below, ...given, ...(custom.length > 0 && { customFields: custom }) };
}

/**
 * The members of a stored record that the values change: the empty ones, and where it `overwrites` all of them. Only
 * then does null empty one.
 */
export function filled(stored: Values, values: Values, overwrites: boolean): Values {
  const changes = Object.entries(values).filter(
    ([member, value]) => member !== 'customFields' && (overwrites || (isEmpty(stored[member]) && value !== null)),
  );
  const there = new Set(customValues(stored).map(({ key }) => key));
  const custom = customValues(values).filter(({ key, value }) => overwrites || (!there.has(key) && value !== ''));
  return { ...Object.fromEntries(changes), ...(custom.length > 0 && { customFields: custom }) };
}

/** The path of a member that is wrong in what is written, in the body that gave it: there its index is another one. */
export function givenPath(member: string, written: Values, given: Values): string {
  return member.replace(/^customFields\[(\d+)\]/, (path, index) => {
    const key = customValues(written)[Number(index)]?.key;
    const givenIndex = customValues(given).findIndex((field) => field.key === key);
    return givenIndex < 0 ? path : `customFields[${givenIndex}]`;
  });
}

function overlaidCustom(below: readonly CustomValue[], above: readonly CustomValue[]): CustomValue[] {
  return [...new Map([...below, ...above].map((field) => [field.key, field])).values()];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
