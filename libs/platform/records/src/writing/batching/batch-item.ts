import { brokenText, tidy, type AppError, type FieldErrors } from '@rapport/kernel';
import type { RecordInput } from '../../defining/definition.ts';
import type { CodeStatements } from '../body/codes.ts';

/** An item of a batch: what its body says, or why it says nothing that could be done. */
export type BatchItem<Input extends RecordInput = RecordInput> = ReadableItem<Input> | RefusedItem;

export interface ReadableItem<Input extends RecordInput = RecordInput> {
  readonly input: Input;
}

export interface RefusedItem {
  /** The item as it was sent. */
  readonly sent: unknown;
  /** The refusal, with the problems that the definitions of custom fields add to it. */
  readonly refuse: (further: FieldErrors | undefined) => AppError;
}

/** The outcome of an item. The body has a character for each byte. */
export type ItemResult = { readonly status: 200 | 201; readonly body: string } | { readonly refusal: AppError };

export function isRefused<Input extends RecordInput>(item: BatchItem<Input>): item is RefusedItem {
  return 'refuse' in item;
}

/** The `customFields` of an item, as they were sent. */
export function customFieldsOf(item: BatchItem): unknown {
  return isRefused(item) ? memberOf(item.sent, 'customFields') : item.input.customFields;
}

/** The external id by which an item finds its record, or null. That of a refused item was not read by any schema. */
export function externalIdIn(item: BatchItem): string | null {
  if (!isRefused(item)) {
    return item.input.externalId ?? null;
  }
  const sent = memberOf(item.sent, 'externalId');
  return typeof sent === 'string' && brokenText(sent) === undefined ? tidy(sent) : null;
}

/** The code of an item that can be done, or null where it has none. */
export function codeIn(item: BatchItem, codes: Pick<CodeStatements, 'member'> | null): string | null {
  const code = codes === null || isRefused(item) ? null : memberOf(item.input, codes.member);
  return typeof code === 'string' ? code : null;
}

function memberOf(sent: unknown, member: string): unknown {
  return typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[member] : undefined;
}
