import type { z } from 'zod';
import { Member } from './member.ts';

export type ValueType = 'text' | 'id' | 'flag' | 'integer' | 'amount' | 'date' | 'time' | 'address' | 'texts' | 'ids';

/** One of these words. */
export type Words = readonly [string, ...string[]];

/** The value of a member, as its record keeps it. */
export interface Stored {
  readonly type: ValueType;
  /** Whether a record must have a value. One with a default always has. */
  readonly isRequired?: true;
  /** The value where a body says none. */
  readonly default?: string | number | boolean | readonly [];
  /** A default that follows from another member: from each of its words to the default. */
  readonly defaultBy?: { readonly member: string; readonly values: Readonly<Record<string, number>> };
  /** Whether an update that says none leaves the value as it is. */
  readonly isKept?: true;
  /** The prefix of a code that is counted up where a body says none. */
  readonly codePrefix?: string;
  /** Whether an e-mail address has its key beside it, by which records are found. */
  readonly hasKey?: true;
  /** All that a text can be; left out, it is one that people write. */
  readonly words?: Words;
}

/** Whether a record may be without a value. */
export function mayBeNull({ isRequired, default: byDefault, defaultBy }: Stored): boolean {
  return isRequired === undefined && byDefault === undefined && defaultBy === undefined;
}

/** The type of a member's value in answers. */
export type ShownValue<M extends Member> = z.output<M['shown']>;

/** The type of its value in bodies. What no body sets has the type that answers show. */
export type TakenValue<M extends Member> = z.output<M['taken'] extends z.ZodType ? M['taken'] : M['shown']>;

/** A member whose value is kept with its record. */
export class StoredMember<
  Shown extends z.ZodType = z.ZodType,
  Taken extends z.ZodType | null = z.ZodType | null,
> extends Member<Shown, Taken> {
  readonly stored: Stored;

  constructor(shown: Shown, taken: Taken, stored: Stored) {
    super(shown, taken);
    this.stored = stored;
  }

  override describe(description: string): StoredMember<Shown, Taken> {
    return new StoredMember(...this.described(description), this.stored);
  }

  /** The member where the platform alone sets it. */
  readOnly(): StoredMember<Shown, null> {
    return new StoredMember(this.shown, null, this.stored);
  }
}

export function isStored(member: Member | undefined): member is StoredMember {
  return member instanceof StoredMember;
}
