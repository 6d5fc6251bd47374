import { predictItem, type Members, type Model, type ResourceName } from '@rapport/testbed/model';
import type { Answer } from '../actors/ask.ts';
import type { Party } from '../actors/world.ts';
import { compareItem, expectSame, NotAsTheModel } from './compare.ts';

/**
 * Compares a batch with the model item by item: each is judged as the items before it left the tenant. Records that
 * show changed names are stamped once, after all items.
 */
export function compareBatch(
  model: Model,
  viewer: Party,
  resource: ResourceName,
  items: readonly Members[],
  answer: Answer,
): void {
  expectSame('the status of the batch', answer.status, 200);
  const results = answer.body['results'] as readonly Members[];
  expectSame('the number of results', results.length, items.length);
  model.gatherRenames(() => {
    for (const [index, body] of items.entries()) {
      const result = results[index] ?? {};
      const prediction = predictItem(model, { viewer, resource, body });
      try {
        expectSame('the index', result['index'], index);
        compareItem(model, viewer, result, prediction);
      } catch (error) {
        throw error instanceof NotAsTheModel ? new NotAsTheModel(`item ${index}: ${error.message}`) : error;
      }
    }
  });
}

/** Whether the answer is kept with the key of its request: nothing that failed as a whole is. */
export function isKept({ body }: Answer): boolean {
  return ((body['results'] ?? []) as readonly Members[]).some(({ status }) => Number(status) < 300);
}
