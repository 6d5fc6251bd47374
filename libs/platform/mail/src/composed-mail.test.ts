import { expect, test } from 'vitest';
import { composeMail } from './composed-mail.ts';
import type { OutgoingMail } from './mail.ts';

const link = `https://crm.example.test/api/v1/maktemail/unsubscribe/${'a1-_'.repeat(40)}`;
const mail: OutgoingMail = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  from: { name: 'Örnek, "Ltd"\r\nBcc: eve@evil.test', address: 'news@example.test' },
  to: 'ali@example.test',
  subject: 'Fırsat İyi günler 🔑\u0000\nBcc: eve@evil.test',
  text: `Hello\n${link}\n`,
  html: '<p>Hello</p><img src="cid:image1@mail">',
  headers: {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click\r\nBcc: eve@evil.test',
  },
};

async function headOf(changes: Partial<OutgoingMail> = {}): Promise<{ head: string; content: string }> {
  const content = (await composeMail({ ...mail, ...changes })).content.toString('latin1');
  return { head: content.slice(0, content.indexOf('\r\n\r\n')), content };
}

test('nothing in a mail adds a header, and a long address stays in one piece', async () => {
  const { head } = await headOf();
  const names = head.split(/\r\n(?! )/).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  const usual = ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'];
  expect(new Set(names)).toEqual(new Set([...usual, 'list-unsubscribe', 'list-unsubscribe-post']));
  expect(names).toHaveLength(usual.length + 2);
  expect(`\r\n${head}`).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`);
  expect(head).toContain(`\r\nMessage-ID: <${mail.id}@example.test>\r\n`);
});

test('the sender of the envelope is the address of From', async () => {
  expect(await composeMail(mail)).toMatchObject({ from: 'news@example.test', to: 'ali@example.test' });
});

test('a mail with an address for bounces has it as the sender of the envelope, and its From as before', async () => {
  const { from, content } = await composeMail({ ...mail, bounceAddress: 'b-x1@bounces.test' });
  expect(from).toBe('b-x1@bounces.test');
  expect(content.toString()).toContain('<news@example.test>');
  expect(content.toString()).not.toContain('bounces.test');
});

test('a mail goes to the domain that IDNA makes of the one in the address, also where the part before it is not ASCII', async () => {
  for (const name of ['Boss', 'Özge']) {
    const { to } = await composeMail({ ...mail, to: `${name}@BİGcorp.test` });
    expect(to).toBe(`${name}@xn--bigcorp-7he.test`);
  }
});

test('every line ends as SMTP has it, and none is longer than it takes', async () => {
  const { content } = await headOf({ text: 'x'.repeat(5_000), html: `<p>\n${'ş'.repeat(5_000)}` });
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...content.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
});

test('a short text stays readable on its way, and a long one is in base64', async () => {
  const encodings = async (html: string) =>
    [...(await headOf({ html })).content.matchAll(/^Content-Transfer-Encoding: (.+)\r$/gm)].map(
      ([, encoding]) => encoding,
    );
  expect(new Set(await encodings('<p>ş'))).toEqual(new Set(['quoted-printable']));
  expect(new Set(await encodings('<p>ş'.repeat(50_000)))).toEqual(new Set(['base64']));
});

test('images stand beside the html, and an attachment beside both', async () => {
  const content = Buffer.from('%PDF-1.4');
  const composed = await headOf({
    images: [{ id: 'image1@mail', contentType: 'image/png', content: Buffer.from([1, 2]) }],
    attachment: { name: 'teklif çağrısı.pdf', contentType: 'application/pdf', content },
  });
  const kinds = composed.content.matchAll(/^Content-Type: ([a-z]+\/[a-z]+)/gm);
  expect([...kinds].map(([, kind]) => kind)).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
    'application/pdf',
  ]);
  expect(composed.content).toContain('\r\nContent-ID: <image1@mail>\r\n');
  expect(composed.content).toContain(`\r\n${content.toString('base64')}`);
});
