import { setImmediate as nextTurn } from 'node:timers/promises';
import { partParser } from '@rapport/http-contract/parsing';
import { AppError, type FieldErrors } from '@rapport/kernel';
import type { BatchItem, RecordInput } from '@rapport/records';
import type { z } from 'zod';

/** How many items are read before other requests have their turn. */
const itemsAtOnce = 20;

/** Reads the items of a batch, each for itself, so that a wrong one is refused alone. */
export function itemReader<Input extends RecordInput>(body: z.ZodType<Input>) {
  const parse = partParser(body);
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
    for (const [index, sent] of items.entries()) {
      if (index > 0 && index % itemsAtOnce === 0) {
        await nextTurn();
      }
      all.push(read(sent));
    }
    return all;
  };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  throw error;
}
