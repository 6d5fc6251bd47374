import type { RawRow, Sent } from '@rapport/database';
import { newId, type AppError, type RequestContext } from '@rapport/kernel';
import type { RecordInput } from '../defining/definition.ts';
import { sentWith, type WrittenValues } from './body/body-columns.ts';
import { invalidBody, isFull, planIsFull } from './body/refusals.ts';
import type { WriteStatements } from './write-statements.ts';
import { createValues, type CreateOptions } from './creating/create-values.ts';

/** A new record, beside its body. */
export interface MakingOptions extends Omit<CreateOptions, 'answers' | 'isRefused'> {
  /** Values that stand in place of the body's: a code that is counted up, for example. */
  readonly instead?: WrittenValues;
}

/** The outcome of a making. After `again` what the record refers to went meanwhile: the statement may run again. */
export type Made =
  | { readonly body: string }
  | { readonly redefined: number }
  | { readonly refusal: AppError }
  | { readonly again: true };

/** The making of one record, the same alone, in a transaction and in a batch. */
export interface Making {
  readonly id: string;
  readonly sent: Sent;
  /** Judges the row of the statement. */
  readonly made: (row: RawRow | undefined) => Made;
}

export function making(
  writes: WriteStatements,
  context: RequestContext,
  input: RecordInput,
  { instead, ...options }: MakingOptions,
): Making {
  const { definition, answers, creates } = writes;
  const { key, set, errors } = options;
  const id = newId();
  const isRefused = isFull(context, definition.resource);
  const own = createValues(context, id, input, { ...options, isRefused, answers });
  const values = instead ? { ...own, ...instead } : own;
  const create = key ? creates.kept : (input.externalId ?? null) === null ? creates.plain : creates.unkept;
  const made = (row: RawRow | undefined): Made => {
    const { body, wrong, redefined } = writes.made.of(row, set, { isKept: key !== undefined });
    if (body !== null) {
      return { body };
    }
    if (redefined !== null) {
      return { redefined };
    }
    if (errors || wrong.length > 0) {
      return { refusal: invalidBody(context, creates.references, wrong, errors) };
    }
    return isRefused ? { refusal: planIsFull() } : { again: true };
  };
  return { id, sent: sentWith(writes, create, values), made };
}
