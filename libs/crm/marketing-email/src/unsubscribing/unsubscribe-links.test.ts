import { randomBytes } from 'node:crypto';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { UnsubscribeLinks, type LinkedRecipient } from './unsubscribe-links.ts';

const base = 'https://crm.example.com';
const path = `${base}/api/v1/maktemail/unsubscribe/`;
const [first, second] = [randomBytes(32), randomBytes(32)];
const links = new UnsubscribeLinks(base, { k1: first });

function recipient(changes: Partial<LinkedRecipient> = {}): LinkedRecipient {
  return { tenantNumber: 42, mailId: newId(), number: 7, ...changes };
}

function tokenFor(of: LinkedRecipient, by = links): string {
  const link = by.linkFor(of);
  expect(link.startsWith(path)).toBe(true);
  return link.slice(path.length);
}

test.each([
  ['of a member', recipient()],
  ['of a test', recipient({ number: 0 })],
  ['with the greatest numbers', recipient({ tenantNumber: 2_147_483_647, number: 2_147_483_647 })],
])(
  'a link %s says its recipient, in letters, digits, hyphens and low lines, and ends in a letter or digit',
  (_, of) => {
    const token = tokenFor(of);
    expect(links.read(token)).toEqual(of);
    expect(token).toMatch(/^[\w-]{53}[a-z0-9]$/);
    expect(tokenFor(of)).toBe(token);
  },
);

test('no other text than the link is good', () => {
  const of = recipient();
  const token = tokenFor(of);
  const altered = Array.from(token, (character, at) => {
    const other = character === 'A' ? 'B' : 'A';
    return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
  });
  const cut = Array.from(token, (_, length) => token.slice(0, length));
  const swapped = Array.from(token, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
  const spelled = [`${token} `, `${token}=`, ` ${token}`, `${token}AAAA`, `${token}k1`, token.replace(/k1$/, '==k1')];
  const standard = token.replaceAll('-', '+').replaceAll('_', '/');
  const others = [newId(), 'nonsense', '', 'k1', 'A'.repeat(52), `${'A'.repeat(52)}k1`, '%00', 'ş'.repeat(54)];
  for (const text of [...altered, ...cut, swapped, ...spelled, ...others, ...(standard === token ? [] : [standard])]) {
    expect([text, links.read(text)]).toEqual([text, undefined]);
  }
});

test('links of an older key stay good while the key is there, and the first key makes new ones', () => {
  const of = recipient();
  const older = tokenFor(of);
  const both = new UnsubscribeLinks(base, { k2: second, k1: first });
  expect(both.read(older)).toEqual(of);
  const newer = tokenFor(of, both);
  expect(newer).toMatch(/k2$/);
  expect(both.read(newer)).toEqual(of);
  expect(links.read(newer)).toBeUndefined();
  expect(new UnsubscribeLinks(base, { k2: second }).read(older)).toBeUndefined();
});

test('a link of another installation, or of a key with the id of another one, is not good', () => {
  const token = tokenFor(recipient());
  expect(new UnsubscribeLinks(base, { k1: second }).read(token)).toBeUndefined();
  const both = new UnsubscribeLinks(base, { k1: first, k2: second });
  expect(both.read(token.replace(/k1$/, 'k2'))).toBeUndefined();
});
