import { expect, test } from 'vitest';
import { newId } from './ids.ts';
import { withoutCredentials } from './without-credentials.ts';

const random = 'Ab3'.repeat(16) + 'z';

test.each([
  `rpt_live_${random}`,
  `rpt%5Flive%5F${random}`,
  random,
  `rpt_op_${random.slice(0, 43)}`,
  `${random}.${random}.${random}`,
  [...random].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
])('the credential %s is hidden at every place of a text', (credential) => {
  expect(withoutCredentials(`/connect/token/${credential}/x`)).toBe('/connect/token/[hidden]/x');
  expect(withoutCredentials(credential)).toBe('[hidden]');
});

test.each([
  `/api/v1/customers/${newId()}`,
  `/subscription/v1/operator/tenants/${newId()}/api-clients/rpt_client_${'a'.repeat(26)}/secrets/${newId()}`,
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  '',
])('the text "%s" without a credential stays as it is', (text) => {
  expect(withoutCredentials(text)).toBe(text);
});
