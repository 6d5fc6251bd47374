import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives } from '@rapport/kernel';
import { expect, test } from 'vitest';
import {
  billings,
  cellWorkKinds,
  clientEvents,
  dataScopes,
  entitlementNames,
  invoiceStatuses,
  lifecycleStates,
  subscriptionStatuses,
} from '../index.ts';

const database = join(import.meta.dirname, '../../../../platform/database');

/** Of the listing of the database, which its migrations make. */
const checks = readFileSync(join(database, 'catalogue/control.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' CHECK '));

test.each([
  ['plan_entitlements_check', entitlementNames],
  ['tenant_state_check', lifecycleStates],
  ['subscription_status_check', subscriptionStatuses],
  ['subscription_billing_check', billings],
  ['invoice_status_check', invoiceStatuses],
  ['membership_data_scope_check', dataScopes],
  ['cell_work_kind_check', cellWorkKinds],
])('%s of control takes the words that the code has', (name, words) => {
  expect(wordsOf(name)).toEqual([...words]);
});

test('control takes every event of the tokens of clients', () => {
  const events = clientEvents.filter((event) => event.startsWith('token.'));
  expect(wordsOf('token_audit_event_check')).toEqual(expect.arrayContaining(events));
});

test('control drops the months of audits and usage when their life is over', () => {
  const newest = globSync(`${database}/migrations/control/*.sql`)
    .toSorted()
    .map((path) => readFileSync(path, 'utf8'))
    .findLast((text) => /create (or replace )?function control\.tend_months_at/.test(text));
  expect(newest).toContain(`<= this_month - interval '${lives.audit}'`);
});

function wordsOf(check: string): (string | undefined)[] {
  const line = checks.find((each) => each.includes(` ${check} `)) ?? '';
  return [...line.matchAll(/'([^']+)'::text/g)].map(([, word]) => word);
}
