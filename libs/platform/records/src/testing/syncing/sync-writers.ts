import { setTimeout as pause } from 'node:timers/promises';
import { WriteDeadlineExceeded, type Database } from '@rapport/database';
import { AppError, newId, type RequestContext } from '@rapport/kernel';
import { recordRules } from '../../stamping/rules.ts';
import { sentWith } from '../../writing/body/body-columns.ts';
import { createStatements } from '../../writing/creating/create-statement.ts';
import { writtenSurface } from '../../writing/body/written-surface.ts';
import { customerDefinition, customerSurface, type Customer } from '../customers.ts';
import { readAll, type FeedItem } from '../reads.ts';
import type { TestTenant } from '../tenant.ts';

/** The acts of the writers, and the faults that they found themselves. */
export interface Writes {
  committed: number;
  aborted: number;
  refused: number;
  /** The names that no record may have: the writes with these names were refused or rolled back. */
  readonly undone: string[];
  /** Writes that their own client did not find in list or feed right after their answers. */
  ownMissing: number;
}

/** Creates, updates and deletes records by single statements, and reads each write back at once. */
export async function writeSingly(tenant: TestTenant, writes: Writes, signal: AbortSignal): Promise<void> {
  const context = tenant.caller();
  const mine: Customer[] = [];
  while (!signal.aborted) {
    const name = newId();
    const dice = Math.random();
    const record = mine[Math.floor(Math.random() * mine.length)];
    try {
      if (!record || dice < 0.5) {
        const made = parsed(await tenant.customers.create(context, { name }));
        mine.push(made);
        await check(tenant, context, made, 'created', writes);
      } else if (dice < 0.9) {
        const changed = parsed(await tenant.customers.update(context, record.id, { name }));
        mine[mine.indexOf(record)] = changed;
        await check(tenant, context, changed, 'updated', writes);
      } else {
        mine.splice(mine.indexOf(record), 1);
        await tenant.customers.delete(context, record.id);
      }
      writes.committed += 1;
    } catch (error) {
      refuse(error, name, writes);
    }
  }
}

/** Holds transactions open before and after their write for up to 0.6 s, and rolls some of them back. */
export async function holdOpen(
  tenant: TestTenant,
  database: Database,
  writes: Writes,
  signal: AbortSignal,
): Promise<void> {
  const context = tenant.caller();
  const sql = database.tenant(context.tenant);
  while (!signal.aborted) {
    const name = newId();
    const sent = sentWith({ keys: new Map() }, create, {
      id: newId(),
      name,
      ownerUserId: newId(),
      ownerGiven: false,
      definitions: 0,
      shownKeys: [],
    });
    try {
      const body = await sql.transaction(context, async (within) => {
        await pause(Math.random() ** 3 * 600);
        const [row] = await within.query<{ body: string }>(context, sent);
        await pause(Math.random() ** 3 * 600);
        return Math.random() < 0.2 ? Promise.reject(new RolledBack()) : { body: row?.body ?? '' };
      });
      await check(tenant, context, parsed(body), 'created', writes);
      writes.committed += 1;
    } catch (error) {
      refuse(error, name, writes);
    }
    await pause(Math.random() * 1_000);
  }
}

class RolledBack extends Error {}

const surface = writtenSurface(customerDefinition, customerSurface);
/** The answer of a kept one is JSON. */
const { kept: create } = createStatements(customerDefinition, surface, recordRules);

/** Notes a write that was refused or rolled back. The outcome of one whose answer did not come in time is not known. */
function refuse(error: unknown, name: string, writes: Writes): void {
  if (error instanceof RolledBack) {
    writes.aborted += 1;
    writes.undone.push(name);
  } else if (error instanceof WriteDeadlineExceeded) {
    writes.refused += 1;
    writes.undone.push(name);
  } else if (!(error instanceof AppError && error.code === 'service_unavailable')) {
    throw error;
  }
}

/** Looks for an own write in the list and in the feed, from the very time of the write on. */
async function check(
  tenant: TestTenant,
  context: RequestContext,
  record: Customer,
  operation: FeedItem['operation'],
  writes: Writes,
): Promise<void> {
  const from = { updatedFrom: record.lastModifiedOnUtc, pageSize: 200 };
  const list = await readAll<Customer>((request) => tenant.customers.list(context, request), from);
  const feed = await readAll<FeedItem>((request) => tenant.customers.changes(context, request), from);
  const { id, lastModifiedOnUtc } = record;
  const isListed = list.data.some((row) => row.id === id && row.lastModifiedOnUtc === lastModifiedOnUtc);
  const isInFeed = feed.data.some(
    (item) => item.entityId === id && item.operation === operation && item.occurredOnUtc === lastModifiedOnUtc,
  );
  writes.ownMissing += isListed && isInFeed ? 0 : 1;
}

function parsed({ body }: { body: string }): Customer {
  return JSON.parse(body) as Customer;
}
