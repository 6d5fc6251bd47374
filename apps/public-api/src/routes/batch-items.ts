import { setImmediate as nextTurn } from 'node:timers/promises';
import { membersAndElements, membersMaxByDefault, pieceParser } from '@rapport/http-contract/parsing';
import { AppError, type FieldErrors } from '@rapport/kernel';
import type { BatchItem, RecordInput } from '@rapport/records';
import type { z } from 'zod';

/** So many members and elements are read before other requests have their turn. */
const sizeOfTurn = 1_000;

/** Reads the items of a batch, each for itself, so that a wrong one is refused alone. */
export function itemReader<Input extends RecordInput>(body: z.ZodType<Input>) {
  const parse = pieceParser(body);
  const read = (sent: unknown): BatchItem<Input> => {
    try {
      return { input: parse(sent) };
    } catch (error) {
      return { sent, refuse: (further) => (further ? refusalOf(sent, further) : asAppError(error)) };
    }
  };
  const refusalOf = (sent: unknown, further: FieldErrors): AppError => {
    try {
      parse(sent, further);
    } catch (error) {
      return asAppError(error);
    }
    throw new Error('an item was refused that its schema takes');
  };
  return async (items: readonly unknown[]): Promise<BatchItem<Input>[]> => {
    const all: BatchItem<Input>[] = [];
    let readInTurn = 0;
    for (const sent of items) {
      if (readInTurn > sizeOfTurn) {
        await nextTurn();
        readInTurn = 0;
      }
      const size = membersAndElements(sent);
      readInTurn += size;
      all.push(size > membersMaxByDefault ? { sent, refuse: refuseSize } : read(sent));
    }
    return all;
  };
}

/** Reasons for the members of such an item would take other requests their turn. */
function refuseSize(): AppError {
  const detail = `The item has more than ${membersMaxByDefault} members and elements; send fewer.`;
  return new AppError('payload_too_large', detail);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  throw error;
}
