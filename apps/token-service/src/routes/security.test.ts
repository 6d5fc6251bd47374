import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { securityTxt } from './security.ts';

test('the text names the contact, itself, and a time more than half a year and less than a year ahead', () => {
  const now = new Date('2026-11-26T09:30:00Z');
  expect(securityTxt('https://crm.example', 'mailto:security@crm.example', now)).toBe(
    'Contact: mailto:security@crm.example\nExpires: 2027-06-01T00:00:00Z\nPreferred-Languages: en\n' +
      'Canonical: https://crm.example/.well-known/security.txt\n',
  );
});

test.each([
  ['mailto:security@crm.example', true],
  ['https://crm.example/report', true],
  ['tel:+44-20-7946-0000', true],
  ['security@crm.example', false],
  ['http://crm.example', false],
  ['https://crm.example\nContact: mailto:thief@elsewhere.example', false],
  ['', false],
])('the contact %j is taken: %s', (contact, isTaken) => {
  expect(config.shape.SECURITY_CONTACT.safeParse(contact).success).toBe(isTaken);
});
