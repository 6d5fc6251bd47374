import { expect, test } from 'vitest';
import { mailOf, nameInMail } from './mail-text.ts';

test.each([
  ['https://evil.test/a', 'https:// evil. test/a'],
  ['WWW.1evil.test', 'WWW. 1evil. test'],
  ['a@evil2.co.test', 'a@evil2. co. test'],
  ['örnek\u0308.şirket', 'örnek\u0308. şirket'],
  ['evil。test', 'evil。 test'],
  ['www.', 'www.'],
  ['Acme Inc. 2.0', 'Acme Inc. 2.0'],
  ['Ayşe\r\nBcc: b\u2028c\u200bd', 'Ayşe Bcc: b c d'],
])('no mail program makes a link or a line of a name: %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});

test('a name is cut to 60 characters, each of them whole', () => {
  expect(nameInMail(` ${'😀'.repeat(200)}`)).toBe('😀'.repeat(60));
});

test('a name is text in HTML', () => {
  const { html } = mailOf('a@example.test', {
    subject: 's',
    before: [nameInMail('<a href="x">Tom & Co</a>')],
    link: 'https://crm.example.test/?a=1&b=2',
    button: 'Join',
    behind: [],
  });
  expect(html).toContain('<p>&#60;a href=&#34;x&#34;&#62;Tom &#38; Co&#60;/a&#62;</p>');
  expect(html).toContain('<a href="https://crm.example.test/?a=1&#38;b=2">');
});
