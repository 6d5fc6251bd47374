import type { FieldErrors } from '@rapport/kernel';
import type { CustomFieldOutcome } from '@rapport/records';
import { customFieldsMax, type CustomFieldDefinition } from '../custom-field.ts';
import { valueCheck, type FieldValue, type ValueCheck } from './field-value.ts';

interface Rule {
  readonly definition: CustomFieldDefinition;
  readonly check: ValueCheck;
}

/** The rules of a module's definitions for the `customFields` of a body. */
export class CustomFieldRules {
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #required: readonly string[];
  readonly #unknownKey: string;

  constructor(definitions: readonly CustomFieldDefinition[]) {
    this.#rules = new Map(
      definitions.map((definition) => [definition.key, { definition, check: valueCheck(definition) }]),
    );
    const enabled = definitions.filter(({ isEnabled }) => isEnabled);
    this.#unknownKey = unknownKey(enabled.map(({ key }) => key));
    this.#required = enabled.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  }

  /** A create is held to every required field. */
  create(sent: unknown): CustomFieldOutcome {
    const items = itemsOf(sent);
    if (items === null || (items.length === 0 && this.#required.length === 0)) {
      return unchanged;
    }
    const reading = this.#read(items, true);
    for (const key of this.#required) {
      if (!reading.hasValue(key)) {
        reading.refuse('customFields', `The field ${key} is required; send a value.`);
      }
    }
    return reading.outcome();
  }

  /** An update is held only to the fields that it lists. */
  update(sent: unknown): CustomFieldOutcome {
    const items = itemsOf(sent);
    return items === null || items.length === 0 ? unchanged : this.#read(items, false).outcome();
  }

  #read(items: readonly unknown[], isCreate: boolean): Reading {
    const reading = new Reading();
    for (const [index, item] of items.entries()) {
      const { key, value } = membersOf(item);
      const rule = typeof key === 'string' ? this.#take(reading, key, `customFields[${index}].key`) : undefined;
      if (rule) {
        judge(reading, rule, value, `customFields[${index}].value`, isCreate);
      }
    }
    return reading;
  }

  /** The rule of a key that may be written here, and for the first time in this body. */
  #take(reading: Reading, key: string, path: string): Rule | undefined {
    const rule = this.#rules.get(key);
    if (!reading.isFirst(key)) {
      reading.refuse(path, 'This key is there twice; send it once.');
      return undefined;
    }
    if (!rule) {
      reading.refuse(path, this.#unknownKey);
      return undefined;
    }
    if (!rule.definition.isEnabled) {
      reading.refuse(path, 'This custom field is disabled; leave it out.');
      return undefined;
    }
    return rule;
  }
}

/** The answer to a key that no field has names those that there are. */
function unknownKey(keys: readonly string[]): string {
  if (keys.length === 0) {
    return 'There is no custom field with this key, because these records have none.';
  }
  const shown = keys.slice(0, shownMax).join(', ');
  return `There is no custom field with this key; there are ${shown}${keys.length > shownMax ? ' and more, which the metadata list' : ''}.`;
}

/** A message names so many keys. */
const shownMax = 20;

function judge(reading: Reading, { definition, check }: Rule, sent: unknown, path: string, isCreate: boolean): void {
  const { key, isRequired } = definition;
  if (typeof sent !== 'string' && typeof sent !== 'number') {
    // The contract refuses it, so it is not missing.
    reading.note(key);
    return;
  }
  const { value, problem } = check(sent);
  if (problem !== undefined) {
    reading.note(key);
    reading.refuse(path, problem);
  } else if (value !== null) {
    reading.note(key);
    reading.set(key, value);
  } else if (!isCreate && isRequired) {
    reading.refuse(path, 'This field is required, so it cannot be cleared; send a value.');
  } else if (!isCreate) {
    reading.clear(key);
  }
}

/** The reading of one body so far. */
class Reading {
  readonly #seen = new Set<string>();
  readonly #valued = new Set<string>();
  /** Without a prototype: a key may be called `constructor`. */
  readonly #set = Object.create(null) as Record<string, FieldValue>;
  readonly #cleared: string[] = [];
  #errors: FieldErrors | undefined;

  isFirst(key: string): boolean {
    const isFirst = !this.#seen.has(key);
    this.#seen.add(key);
    return isFirst;
  }

  /** Whether the body has a value for the field, be it right or wrong. */
  hasValue(key: string): boolean {
    return this.#valued.has(key);
  }

  note(key: string): void {
    this.#valued.add(key);
  }

  set(key: string, value: FieldValue): void {
    this.#set[key] = value;
  }

  clear(key: string): void {
    this.#cleared.push(key);
  }

  refuse(path: string, message: string): void {
    this.#errors ??= {};
    (this.#errors[path] ??= []).push(message);
  }

  outcome(): CustomFieldOutcome {
    return this.#errors ? { errors: this.#errors } : { change: { set: this.#set, cleared: this.#cleared } };
  }
}

/** The outcome of a body that says nothing of custom fields. */
const unchanged: CustomFieldOutcome = { change: { set: {}, cleared: [] } };

/** The items to judge; null for any other shape, and for more items than there may be: the contract refuses those. */
function itemsOf(sent: unknown): readonly unknown[] | null {
  if (sent === undefined || sent === null) {
    return nothingSent;
  }
  return Array.isArray(sent) && sent.length <= customFieldsMax ? sent : null;
}

const nothingSent: readonly unknown[] = [];

/** The contract itself refuses an item that is no object with a key and a value. */
function membersOf(item: unknown): { readonly key?: unknown; readonly value?: unknown } {
  return typeof item === 'object' && item !== null ? item : {};
}
