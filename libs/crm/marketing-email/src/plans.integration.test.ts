import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile, type PlanSession } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import './index.ts';

// A statement that is added later is found by itself.
vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = { trace: { traceId: 'test', traceparent: '' } };
const tenant = { id: newId(), number: 1, cell: 'cell' };
const databases = await databasesOfFile();

await databases.createTenant(tenant.number);

/** The steps of a statement's plan beside following an index. */
const itsOwn: Readonly<Record<string, readonly string[]>> = {
  // As many as were claimed at once. What is changed is held to the condition of its index once more.
  mailing_claims_take: [
    'Sort by claimed.number',
    "Index Scan of marketing_recipient for those with (state = 'waiting'::text)",
    "Index Scan of marketing_recipient for those with ((attempts > 0) AND (state = 'waiting'::text))",
  ],
  mailing_claims_note: [
    'Sort by noted_1.customer_id',
    // Each claim has a time of its own, to the microsecond.
    "Index Scan of marketing_recipient for those with ((state = 'claimed'::text) AND (outcome.number = number))",
    "Index Scan of marketing_recipient for those with (state = 'claimed'::text)",
  ],
  mailing_claims_lose: ["Index Scan of marketing_recipient for those with (state = 'claimed'::text)"],
  // A chunk of those that the index of what waits gave.
  mailing_rest: ["Index Scan of marketing_recipient for those with (state = 'waiting'::text)"],
  // A few turns are held at a time.
  mailing_turn_take: ['Index Scan of mailing_turn for those with (held_until <= now())'],
  // The first of the index.
  mailing_find_next_time: ['Index Only Scan of marketing_sending by all of marketing_sending_due'],
  mailing_turn_late: ['Index Only Scan of mailing_turn by all of mailing_turn_due'],
};

test('mails are sent by index alone, whatever was known when a statement was planned', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } }).tenant(tenant);
  const early = await openSession();
  await dearPlans(early);
  await owner.query(context, fill.with({ count: 10_000 }));
  expect(await dearPlans(early), 'kept since').toEqual({});
  await owner.query(context, analyse);
  expect(await dearPlans(await openSession()), 'made with statistics').toEqual({});
});

function openSession(): Promise<PlanSession> {
  return databases.planSession('cell', 'rapport_change_feed_worker');
}

/** The expensive nodes in the plans of the statements for a cell and its tenants. */
async function dearPlans(session: PlanSession): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const sent = composedStatements(import.meta.dirname).filter(({ name }) => /^mailing_/.test(name));
  for (const one of sent.filter(({ text }) => !text.includes('control.'))) {
    const steps = await session.dearSteps(one, tenant.number);
    const dear = (steps ?? ['the worker may not run it']).filter((step) => !itsOwn[one.name]?.includes(step));
    if (dear.length > 0) {
      found[one.name] = dear;
    }
  }
  return found;
}

/** A mail amid its sending to so many contacts, and as many addresses that get nothing. */
const fill = statement(
  'test_fill',
  `with person as materialized (select uuidv7() as id, n from generate_series(1, :count::int) n),
mails as (
  insert into tenant.marketing_email (id, name, status, version, created_on, last_modified_on)
  select uuidv7(), 'Mail ' || n, 'sending', 1, now(), now() from generate_series(1, 1000) n returning id
),
sending as (insert into tenant.marketing_sending (mail_id, due_on) select id, now() from mails),
contacts as (
  insert into tenant.contact (id, last_name, email, email_key, version, created_on, last_modified_on)
  select id, 'Kaya', n || '@people.test', n || '@people.test', 1, now(), now() from person
),
gone as (
  insert into tenant.contact (id, last_name, email, email_key, email_opt_out, version, created_on, last_modified_on)
  select uuidv7(), 'Kaya', n || '@out.test', n || '@out.test', true, 1, now(), now() from person
),
members as (
  insert into tenant.campaign_member (id, campaign_id, contact_id, version, created_on, last_modified_on)
  select uuidv7(), uuidv7(), id, 1, now(), now() from person
),
suppressed as (insert into tenant.marketing_suppression (address, address_key, reason) select n || '@gone.test', n || '@gone.test', 'refused' from person),
turns as (insert into cell.mailing_turn (tenant, due_on) select n, now() from generate_series(2, 5000) n)
insert into tenant.marketing_recipient (mail_id, number, address, address_key, state, contact_id)
select mail.id, n, n || '@people.test', n || '@people.test', (array['waiting', 'sent', 'claimed'])[1 + n % 3], person.id
from person, (select id from mails limit 1) mail`,
);
const analyse = statement(
  'test_analyse',
  `analyze tenant.marketing_email, tenant.marketing_sending, tenant.marketing_recipient, tenant.marketing_suppression,
    tenant.contact, tenant.campaign_member, cell.mailing_turn`,
);
