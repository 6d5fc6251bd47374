import { RapportError, type Rapport } from '@rapport/client';
import { closedLoop } from '@rapport/testbed';

/** The writes that a client is asked for, through a bad network. */
export interface AskedWrites {
  readonly creates: number;
  /** Edits of one record after the other, each of which adds one. */
  readonly edits: number;
  readonly deletes: number;
  readonly batches: number;
  readonly itemsOfBatch: number;
}

/** The writes as the platform shows them, and the calls that failed without a reason. */
export interface FoundWrites {
  readonly created: number;
  readonly createdInFeed: number;
  readonly added: number;
  readonly left: number;
  readonly batched: number;
  readonly falseFailures: readonly string[];
}

/** Writes through one client, and counts through another one, which meets no bad network. */
export async function writeAndCount(writer: Rapport, reader: Rapport, asked: AskedWrites): Promise<FoundWrites> {
  const falseFailures: string[] = [];
  const done = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      falseFailures.push(error instanceof RapportError ? error.message : String(error));
    });
  };
  await each(asked.creates, 20, (n) => done(writer.leads.create({ companyName: `Lead ${n}` })));
  const made: string[] = [];
  for await (const { id } of reader.leads.list()) {
    made.push(id);
  }
  const edited = await reader.opportunities.create({
    name: 'Edited',
    leadId: made[0] ?? '',
    amount: 0,
    currency: 'EUR',
  });
  for (let n = 0; n < asked.edits; n += 1) {
    const plusOne = writer.opportunities.edit(edited.id, (record) => ({ ...record, amount: (record.amount ?? 0) + 1 }));
    await done(plusOne);
  }
  await each(asked.deletes, 20, (n) => done(writer.leads.delete(made[n + 1] ?? '')));
  await each(asked.batches, 2, (n) => {
    const items = Array.from({ length: asked.itemsOfBatch }, (_, at) => ({ name: `Batch ${n}, customer ${at}` }));
    return done(writer.customers.batch(items, { attempts: 10 }));
  });
  return {
    created: made.length,
    createdInFeed: await count(reader.leads.changes(), ({ operation }) => operation === 'created'),
    added: (await reader.opportunities.get(edited.id)).amount ?? 0,
    left: await count(reader.leads.list(), () => true),
    batched: await count(reader.customers.list(), () => true),
    falseFailures,
  };
}

function each(total: number, lanes: number, work: (number: number) => Promise<void>): Promise<void> {
  return closedLoop(work, { count: total, underWay: lanes }).ended;
}

async function count<Item>(items: AsyncIterable<Item>, isCounted: (item: Item) => boolean): Promise<number> {
  let counted = 0;
  for await (const item of items) {
    counted += isCounted(item) ? 1 : 0;
  }
  return counted;
}
