import type { Endpoint } from '@rapport/http-contract';

/** The type of a value, which says how it is shown, typed in and looked for. */
export type ValueType =
  | 'text'
  | 'lines'
  | 'email'
  | 'phone'
  | 'website'
  | 'currency'
  | 'country'
  | 'word'
  | 'flag'
  | 'integer'
  | 'amount'
  | 'date'
  | 'time'
  | 'id'
  | 'ids'
  | 'texts'
  | 'address'
  | 'amounts'
  | 'customFields'
  | 'part';

/** A member of the records of a list. */
export interface Member {
  readonly type: ValueType;
  /** All that it can be. */
  readonly words?: readonly string[];
  /** Whether answers show the number of the word, from 1. */
  readonly isNumbered?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  /** Whether it stays as a new record has it. */
  readonly isFixed?: boolean;
  /** The most characters of a text, or the greatest number. */
  readonly max?: number;
  readonly min?: number;
  readonly countMax?: number;
  readonly default?: string | number | boolean | readonly [];
  /** A default that follows from another member. */
  readonly defaultBy?: { readonly member: string; readonly values: Readonly<Record<string, number>> };
  /** The list of the records that it names. */
  readonly of?: string;
  /** The member with the name of what it names. */
  readonly name?: string;
  readonly about?: string;
}

/** The states of the records of a list, and the steps between them. */
export interface States {
  readonly member: string;
  readonly from: Readonly<Record<string, readonly string[]>>;
  readonly reason?: { readonly member: string; readonly states: readonly string[]; readonly isRequired: boolean };
  readonly permitted?: {
    readonly permission: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  };
  readonly otherwise?: Readonly<Record<string, string>>;
}

export type Act = 'search' | 'get' | 'create' | 'update' | 'delete' | 'add' | 'step';

/** A list of the application API. */
export interface List {
  /** The word for one of its records. */
  readonly one: string;
  readonly operations: { readonly [A in Act]?: string };
  readonly members: Readonly<Record<string, Member>>;
  /** The members that a search shows. */
  readonly items: readonly string[];
  /** The members in which words are looked for; without any, the search knows no words. */
  readonly words: readonly string[];
  /** The operators by which a search filters, by members. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly sorts: readonly string[];
  readonly states?: States;
}

/** An operation of the interfaces, as far as a call needs it. */
export interface Operation {
  readonly method: Endpoint['method'];
  readonly path: `/${string}`;
  /** The permissions that a person needs, every one of them. */
  readonly permissions: readonly string[];
  readonly success?: { readonly bytes: readonly string[] };
}
