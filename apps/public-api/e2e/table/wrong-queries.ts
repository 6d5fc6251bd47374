import type { Endpoint } from '@rapport/http-contract';

/** Texts of a query that break each rule of a parameter. */
export function wrongQueries(endpoint: Endpoint): { readonly name: string; readonly text: string }[] {
  return Object.keys(endpoint.query?.shape ?? {}).flatMap((name) => {
    const values = wrongTexts[name];
    if (values === undefined) {
      throw new Error(`The table does not know what is wrong for the parameter ${name}; add it to wrongTexts.`);
    }
    const wrong = ['', ...values].map((value) => `${name}=${encodeURIComponent(value)}`);
    return [...wrong, `${name}=5&${name}=5`].map((text) => ({ name, text }));
  });
}

const wrongTexts: Readonly<Record<string, readonly string[]>> = {
  skip: ['0', '10'],
  take: ['10'],
  offset: ['10'],
  page: ['1'],
  pageSize: ['x', '1.5', '1e2', ' 5', '0x10', '1,000', 'NaN'],
  updatedFrom: [
    '2026-01-31',
    '2026-01-31T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-31T00:00:00 00:00',
    '2026-01-31T25:00:00Z',
    '1769851800',
    'yesterday',
  ],
  cursor: [],
  module: ['customer', 'Customers', 'constructor'],
};
