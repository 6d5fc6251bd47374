import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile, type PlanSession } from '@rapport/database/testing';
import { newId, untracedContext } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import './index.ts';

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = untracedContext();
const databases = await databasesOfFile();

test('a mail is taken and posted by index alone, however many wait, whatever was known when the statement was planned', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  const early = await openSession();
  await expectCheap(early);
  await owner.control.query(context, fill);
  await expectCheap(early);
  await owner.control.query(context, statement('t_analyse', 'analyze control.mail'));
  await expectCheap(await openSession());
});

function openSession(): Promise<PlanSession> {
  return databases.planSession('control', 'rapport_application_api');
}

async function expectCheap(session: PlanSession): Promise<void> {
  const values = new Map<string, object>([
    ['mail_claim', { claimMs: '5000' }],
    ['mail_insert_of_tenant', { id: newId(), to: 'ayse@example.test', content: '{}', tenantId: tenant }],
  ]);
  const sent = composedStatements(import.meta.dirname).filter(({ name }) => values.has(name));
  expect(sent).toHaveLength(values.size);
  for (const one of sent) {
    const { dear, rows, buffers } = await session.measure(one.with({ ...values.get(one.name) }), null);
    expect(dear).toEqual([]);
    expect(rows).toBeLessThanOrEqual(2);
    expect(buffers).toBeLessThan(100);
  }
}

const tenant = '00000000-0000-0000-0000-000000000007';

/** Of each 10,000: mails of persons that are not due, invitations of 300 tenants, those that were tried and are not due, and ended ones. */
const fill = statement(
  't_fill',
  `insert into control.mail (id, recipient, content, tenant_id, place, due_on, sent_on)
select uuidv7(), 'x', case when kind <> 'ended' then '{}'::jsonb end,
  case when kind in ('turn', 'tried') then ('00000000-0000-0000-0000-' || lpad((n % 300)::text, 12, '0'))::uuid end,
  case when kind in ('person', 'ended') then 0 when kind = 'turn' then n / 300 + 1 end,
  now() + (case when kind in ('person', 'tried') then 1 else -1 end) * n * interval '1 second',
  case when kind = 'ended' then now() end
from generate_series(1, 10000) n, unnest('{person,turn,tried,ended}'::text[]) kind`,
);
