const names = new Map<string, string>();

/** Gives the values of a member the name that documents have for them, after which generated clients call a type. */
export function namedList<const List extends readonly (string | number)[]>(name: string, list: List): List {
  const key = JSON.stringify(list);
  const known = names.get(key);
  if (known !== undefined && known !== name) {
    throw new Error(`The values of ${name} have the name ${known} already.`);
  }
  names.set(key, name);
  return list;
}

/** The name of these values, or undefined where they have none. */
export function nameOfList(list: readonly unknown[]): string | undefined {
  return names.get(JSON.stringify(list));
}

/** A value that is one of a list, as documents say it until the list stands there under its name. */
export interface Choice {
  readonly list: readonly (string | number)[];
  /** The name of the list, where it has none of its own. */
  readonly name?: string;
  readonly isNullable?: boolean;
  /** Whether a request may say the number of a word too. */
  readonly numbers?: readonly number[];
}

export const choiceKeyword = 'x-choice';

/** The choice as a member of a schema. */
export function choiceOf(choice: Choice): { readonly [choiceKeyword]: Choice } {
  return { [choiceKeyword]: choice };
}
