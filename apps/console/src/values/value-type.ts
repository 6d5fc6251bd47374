import type { ReactNode } from 'react';
import type { Member } from '../described.ts';
import type { AnyRecord } from '../lists/records.ts';

/** A value as a field holds it while a person types. */
export type Typed = string | boolean | readonly string[] | Readonly<Record<string, string>>;

export function textIn(typed: Typed): string {
  return typeof typed === 'string' ? typed : '';
}

export interface ShownProps {
  readonly value: unknown;
  readonly member: Member;
  /** The record around it, which has the names of what it refers to. */
  readonly record: AnyRecord;
}

export interface FieldProps {
  readonly label: string;
  readonly member: Member;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly problem?: string | undefined;
  /** The record as it was, which has the names of what it refers to. */
  readonly record?: AnyRecord | undefined;
}

/** One type of value: shown, typed in and looked for. */
export interface TypeOfValue {
  readonly Shown: (props: ShownProps) => ReactNode;
  readonly Field: (props: FieldProps) => ReactNode;
  /** From a value to what a field holds of it, and back. */
  readonly typed: (value: unknown, member: Member) => Typed;
  readonly taken: (typed: Typed, member: Member) => unknown;
  /** Says what is wrong, as far as the page can know it while a person types. */
  readonly problem: (typed: Typed, member: Member) => string | undefined;
  /** Whether it has its place in one cell of a table. */
  readonly isShort: boolean;
}
