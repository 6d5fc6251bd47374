import { changeFeedStatements } from '@rapport/change-feed';
import { customers, recordKinds } from '@rapport/crm-records';
import type { Statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import * as contract from '@rapport/public-contract';
import { storeStatements } from '@rapport/records/statements';
import { median, type TemporaryPlatform } from '@rapport/testbed';
import type pg from 'pg';
import type { BenchTenant } from '../core/bench-tenants.ts';
import { customerBody } from '../core/records/bodies.ts';
import { sentText } from '../core/records/statements.ts';
import { StatementSession } from './statement-session.ts';

/** PostgreSQL's cost of a change, in microseconds of CPU, where no kind has a timeline and where each has its own. */
export interface StatementCost {
  readonly name: string;
  readonly without: number;
  readonly with: number;
  /** The median over pairs of rounds. */
  readonly ratio: number;
}

const writesPerRound = 500;
const withoutTimelines = recordKinds.map(({ timeline: _, ...kind }) => kind);

/** Creates and updates of a customer as the public API sends them, and the move of the changes that they leave. */
export async function statementCosts(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  rounds: number,
): Promise<StatementCost[]> {
  const api = await platform.sqlUrl('public-api');
  const asOwner = await platform.sqlUrl('administrator');
  const sessions = {
    without: await StatementSession.open(api),
    with: await StatementSession.open(api),
    mover: await StatementSession.open(asOwner, 'rapport_change_feed_worker'),
  };
  const administrator = await platform.connect('administrator');
  const writes = { without: customerWrites(tenant, false), with: customerWrites(tenant, true) };
  const ids: string[] = [];
  const create = (side: Side) =>
    sessions[side].costOf(writesPerRound, (number) => {
      ids[number] = newId();
      return writes[side].create(ids[number], number);
    });
  const update = (side: Side) =>
    sessions[side].costOf(writesPerRound, (number) => writes[side].update(ids[number] ?? '', number));
  const move = async (side: Side): Promise<number> => {
    await administrator.query('delete from cell.outbox');
    await create('with');
    await administrator.query('delete from cell.outbox');
    await update('with');
    const { rows } = await administrator.query<{ id: string }>('select id from cell.outbox');
    const kinds = side === 'with' ? recordKinds : withoutTimelines;
    const text = sentText(tenant, changeFeedStatements(kinds).move);
    return sessions.mover.costOf(1, () => ({ name: side, text: text.text, values: [rows.map(({ id }) => id)] }));
  };
  try {
    return [
      await inTurns('create of a customer', rounds, create),
      await inTurns('update of a customer', rounds, update),
      await inTurns('move of an update, in a batch of 500', rounds, move),
    ];
  } finally {
    await Promise.all([...Object.values(sessions).map((session) => session.close()), administrator.end()]);
  }
}

type Side = 'without' | 'with';

/** By turns, so that other work of the machine meets both alike. The first round of each does not count. */
async function inTurns(name: string, rounds: number, costOf: (side: Side) => Promise<number>): Promise<StatementCost> {
  const samples: Record<Side, number[]> = { without: [], with: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const cost = (await costOf(side)) / writesPerRound;
      if (round > 0) {
        samples[side].push(cost);
      }
    }
  }
  const ratios = samples.with.map((cost, round) => cost / (samples.without[round] ?? cost));
  return { name, without: median(samples.without), with: median(samples.with), ratio: median(ratios) };
}

/** Every update changes the description and nothing else. */
function customerWrites(tenant: BenchTenant, hasTimeline: boolean) {
  const { timeline, ...rest } = customers;
  const definition = hasTimeline && timeline ? { ...rest, timeline } : rest;
  const { creates, update } = storeStatements(definition, contract.resources.customers, recordKinds);
  const queryOf = (
    { statement, parameters }: { statement: Statement; parameters: { readonly names: readonly string[] } },
    values: Readonly<Record<string, unknown>>,
  ): pg.QueryConfig => {
    const { name, text } = sentText(tenant, statement);
    const all: Readonly<Record<string, unknown>> = { ...constants, actor: tenant.userId, ...values };
    return {
      ...(name && { name }),
      text,
      values: [...parameters.names, 'lock'].map((parameter) => all[parameter] ?? null),
    };
  };
  let changed = 0;
  return {
    create: (id: string, number: number) =>
      queryOf(creates.plain, { ...customerBody(number), id, ownerUserId: tenant.userId, ownerGiven: false }),
    update: (id: string, number: number) =>
      queryOf(update, {
        ...customerBody(number),
        id,
        externalId: null,
        description: `${hasTimeline} ${(changed += 1)}`,
      }),
  };
}

const constants = {
  lock: 1_500,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  scope: 'all',
  definitions: 0,
  cleared: [],
  externalIdSent: false,
};
