import { requestParser } from '@rapport/http-contract/parsing';
import { exampleEntitlements } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { planContract } from './plans.ts';

const parse = requestParser(planContract.putPlan);

const plan = {
  ...{ code: 'x', name: 'x', pricePerMonth: 49, currency: 'EUR', trialDays: 0, isSelfService: false },
  entitlements: exampleEntitlements,
};

function put(pricePerMonth: number | null) {
  const body = { value: { ...plan, pricePerMonth }, errors: {} };
  return parse({ params: { code: 'x' }, search: '', headers: {}, body }).body;
}

test.each([[null], [0], [0.01], [0.07], [1.1], [49.99], [999_999.99], [1_000_000]])('a plan may cost %s', (price) => {
  expect(put(price)).toMatchObject({ pricePerMonth: price });
});

test.each([[0.001], [0.004], [49.999], [1e-7], [-0.01], [1_000_000.01]])(
  'a plan does not cost %s, which is no sum that an invoice can have',
  (price) => {
    expect(() => put(price)).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
  },
);
