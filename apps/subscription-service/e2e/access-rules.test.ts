import { done } from '@rapport/testbed';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addVerifiedOwner, newCompany, operator, type Company } from './access-rules/company.ts';
import { states } from './access-rules/states.ts';
import { surfaces } from './access-rules/surfaces.ts';

const served = 'served';
const closed = '403 subscription_required';
const impossible = '409 invalid_transition';
const invalid = '401 token_invalid';
const noClient = '401 invalid_client';
const noGrant = '400 invalid_grant';
/** A question that cannot be asked there. */
const none = undefined;

const columns = [
  'open',
  'withoutPublicApi',
  'suspended',
  'suspendedByOperator',
  'cancelled',
  'beingMade',
  'going',
] as const;

interface Shown {
  readonly column: (typeof columns)[number];
  readonly state: string;
  readonly suspendedFor?: readonly string[];
}

const shown: Readonly<Record<keyof typeof states, Shown>> = {
  trialing: { column: 'open', state: 'trialing' },
  active: { column: 'open', state: 'active' },
  pastDue: { column: 'open', state: 'pastDue' },
  'active on a plan without the public API': { column: 'withoutPublicApi', state: 'active' },
  'suspended as unpaid': { column: 'suspended', state: 'suspended', suspendedFor: ['unpaid'] },
  'suspended as unverifiedEmail': { column: 'suspended', state: 'suspended', suspendedFor: ['unverifiedEmail'] },
  'suspended by an operator': { column: 'suspendedByOperator', state: 'suspended', suspendedFor: ['operator'] },
  cancelled: { column: 'cancelled', state: 'cancelled' },
  deleting: { column: 'going', state: 'deleting' },
  provisioning: { column: 'beingMade', state: 'provisioning' },
  provisioningFailed: { column: 'beingMade', state: 'provisioningFailed' },
};

type Row = readonly (string | undefined)[];

/** The rows are asked in this order, so those that change the state stand last. A tenant that is being made has no client. */
// prettier-ignore
const table: Readonly<Record<keyof typeof surfaces, Row>> = {
  //                open        withoutPublicApi  suspended   suspendedByOperator  cancelled   beingMade   going
  clients:        [ served,     served,           served,     served,              served,     none,       noClient ],
  people:         [ served,     served,           served,     served,              served,     served,     none ],
  refresh:        [ served,     served,           served,     served,              served,     served,     noGrant ],
  publicApi:      [ served,     closed,           closed,     closed,              closed,     none,       invalid ],
  developer:      [ served,     closed,           served,     served,              closed,     none,       invalid ],
  reads:          [ served,     served,           served,     served,              closed,     closed,     invalid ],
  takesAway:      [ served,     served,           served,     served,              served,     closed,     invalid ],
  writes:         [ served,     served,           closed,     closed,              closed,     closed,     invalid ],
  unsubscribing:  [ served,     served,           served,     served,              served,     none,       '404' ],
  owner:          [ served,     served,           served,     served,              served,     served,     invalid ],
  ownersPlan:     [ served,     served,           served,     closed,              impossible, impossible, invalid ],
  paymentLink:    [ impossible, impossible,       impossible, closed,              impossible, impossible, invalid ],
  operatorsLooks: [ served,     served,           served,     served,              served,     served,     served ],
  operatorsInvoices: [served,    served,           served,     served,              served,     impossible, served ],
  operatorsPlan:  [ served,     served,           served,     served,              impossible, impossible, impossible ],
  ownersSteps:    [ served,     served,           served,     served,              served,     impossible, invalid ],
  operatorsRest:  [ served,     served,           served,     served,              served,     impossible, impossible ],
  operatorsSteps: [ served,     served,           served,     served,              served,     impossible, impossible ],
  retry:          [ impossible, impossible,       impossible, impossible,          impossible, served,     impossible ],
};

describe.each(Object.keys(states) as (keyof typeof states)[])('%s', (state) => {
  let company: Company;
  beforeAll(async () => {
    company = await newCompany();
    if (state !== 'suspended as unverifiedEmail') {
      await addVerifiedOwner(company);
    }
    await states[state](company);
    const { state: expected, suspendedFor = [] } = shown[state];
    const params = { tenantId: company.tenantId };
    expect(done(await operator.getTenant({ params }), 200)).toMatchObject({ state: expected, suspendedFor });
  });

  if (state === 'cancelled') {
    // The row before may have reactivated the subscription.
    beforeEach(() => states.cancelled(company));
  }

  const column = columns.indexOf(shown[state].column);
  const cells = (Object.keys(table) as (keyof typeof surfaces)[]).map((row) => [row, table[row][column]] as const);

  test.each(cells.filter(([, expected]) => expected !== none))('%s: %s', async (row, expected) => {
    const outcomes: Record<string, string> = {};
    for (const [name, call] of Object.entries(surfaces[row])) {
      outcomes[name] = await call(company);
    }
    const everywhere = Object.keys(outcomes).map((name) => [name, expected]);
    expect(outcomes).toEqual(Object.fromEntries(everywhere));
  });
});
