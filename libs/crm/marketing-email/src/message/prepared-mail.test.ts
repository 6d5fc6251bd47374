import type { OutgoingMail } from '@rapport/mail';
import { expect, test } from 'vitest';
import { zipOf } from '../testing/index.ts';
import { messageTo, prepareMail, type MailOptions, type Recipient } from './prepared-mail.ts';

const url = 'https://crm.example.test/api/v1/maktemail/unsubscribe/abc-_1';
const recipient: Recipient = {
  messageId: '0190a0b0-0000-7000-8000-000000000001',
  address: 'ali@example.test',
  firstName: '<b>Ali</b>',
  lastName: `O'Neil & "Co" {{companyName}}`,
  companyName: 'Kaya & <Oğulları>',
};
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

async function messageOf(html: string | MailOptions, to: Partial<Recipient> = {}): Promise<OutgoingMail> {
  const options = typeof html === 'string' ? { ...usual, file: Buffer.from(html) } : html;
  return messageTo(await prepareMail(options), { ...recipient, ...to }, url);
}

const usual: MailOptions = {
  tenantNumber: 12,
  mailId: '0190a0b0-0000-7000-8000-000000000002',
  from: { name: 'Örnek, "Ltd"', address: 'news@example.test' },
  subject: 'To {{firstName}} {{lastName}}',
  fileName: 'mail.HTML',
  file: Buffer.from(''),
};

test('a value stands in text as it is and in html escaped, and is never filled again', async () => {
  const { subject, text, html } = await messageOf(
    '<p>[{{firstName}}|{{lastName}}|{{companyName}}]</p>{{unsubscribeUrl}}',
  );
  const values = `[<b>Ali</b>|O'Neil & "Co" {{companyName}}|Kaya & <Oğulları>]`;
  expect(subject).toBe(`To <b>Ali</b> O'Neil & "Co" {{companyName}}`);
  expect(text).toBe(`${values}\n\n${url}`);
  expect(html).toBe(
    `<p>[&#60;b&#62;Ali&#60;/b&#62;|O&#39;Neil &#38; &#34;Co&#34; {{companyName}}|Kaya &#38; &#60;Oğulları&#62;]</p>${url}`,
  );
});

test.each([
  ['within quotes', '<a href="{{unsubscribeUrl}}" title="{{firstName}}">x</a>'],
  ['within single quotes', `<a href='{{unsubscribeUrl}}' title='{{firstName}}'>x</a>`],
  ['without quotes', '<a href={{unsubscribeUrl}} title={{firstName}}>x</a>'],
])('a value of an attribute %s ends neither the attribute nor the tag', async (_, html) => {
  const message = await messageOf(html, { firstName: `"' onclick=x > <i> y` });
  expect(message.html).toBe(`<a href="${url}" title="&#34;&#39; onclick=x &#62; &#60;i&#62; y">x</a>`);
  expect(message.text).toBe(`x <${url}>`);
});

test.each([
  ['text between tags', '<p>{<b>{companyName}</b>}</p>', '{{companyName}}'],
  ['references in a text', '<p>&#123;{companyName&#125;}</p>', '{{companyName}}'],
  ['references in an attribute', '<p title="&#x7b;{companyName}}">x</p>', 'x'],
])('what %s makes a placeholder only when a page is read is none', async (_, html, text) => {
  const message = await messageOf(`${html}{{unsubscribeUrl}}`);
  expect(message.text).toBe(`${text}\n\n${url}`);
  expect(message.html).toBe(`${html}${url}`);
});

test('a value within an address stands there as in every attribute', async () => {
  const html = '<a href="https://example.test/?of={{companyName}}&amp;to={{lastName}}">Offer</a>{{unsubscribeUrl}}';
  const message = await messageOf(html, { companyName: 'A "B"', lastName: '<Ş>' });
  expect(message.html).toBe(`<a href="https://example.test/?of=A &#34;B&#34;&#38;to=&#60;Ş&#62;">Offer</a>${url}`);
  expect(message.text).toBe(`Offer <https://example.test/?of=A "B"&to=<Ş>>${url}`);
});

test('a missing value is empty, and control characters in one are blanks', async () => {
  const to = { firstName: null, lastName: 'Öz\r\nBcc: eve@evil.test\u0000', companyName: null };
  const { subject, text } = await messageOf('<p>[{{firstName}}|{{lastName}}|{{companyName}}]', to);
  expect(subject).toBe('To  Öz Bcc: eve@evil.test');
  expect(text).toContain('[|Öz Bcc: eve@evil.test|]');
});

test('a mail says whom it is from and how to get off the list with one click', async () => {
  const { id, from, to, headers } = await messageOf('<p>');
  expect({ id, from, to }).toEqual({ id: recipient.messageId, from: usual.from, to: recipient.address });
  expect(headers).toEqual({
    'List-Id': '<12.example.test>',
    Precedence: 'bulk',
    'Feedback-ID': '0190a0b0-0000-7000-8000-000000000002:12:marketing:rapport',
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test.each([
  ['<html><body><p>Bare</p></body></html>', `<p>Bare</p><p><a href="${url}">Unsubscribe</a></p></body></html>`],
  ['<p>Bare</p>', `<p>Bare</p><p><a href="${url}">Unsubscribe</a></p>`],
  ['Bare<!-- {{unsubscribeUrl}} </body> -->', `<p><a href="${url}">Unsubscribe</a></p>`],
  ['<style>{{unsubscribeUrl}}</style>Bare', `Bare<p><a href="${url}">Unsubscribe</a></p>`],
])('a page without a link gets one in both parts: %s', async (source, html) => {
  const message = await messageOf(source);
  expect(message.html).toContain(html);
  expect(message.text).toBe(`Bare\n\nUnsubscribe <${url}>`);
});

test('a page whose link is only an address gets no second one', async () => {
  const message = await messageOf('<a href="{{unsubscribeUrl}}"><img src="x.png"></a>');
  expect(message.html).toBe(`<a href="${url}"><img src="x.png"></a>`);
  expect(message.text).toBe(`<${url}>`);
});

function zipped(html: string): MailOptions {
  const names = ['images/logo.png', 'images/a b.PNG', 'photo.jpg', 'back.webp', 'unused.gif'];
  const file = zipOf([{ name: 'index.html', content: html }, ...names.map((name) => ({ name, content: image }))]);
  return { ...usual, fileName: 'news.zip', file };
}

test.each([
  ['images/logo.png', 'image/png'],
  ['./images/logo.png?v=1#x', 'image/png'],
  ['images/a%20b.PNG', 'image/png'],
  [' images/a b.PNG ', 'image/png'],
  ['photo.jpg', 'image/jpeg'],
])('an image that a page names as %s travels in the mail', async (reference, contentType) => {
  const { html, images } = await messageOf(zipped(`<img src="${reference}" alt=x><img src='${reference}'>`));
  expect(images).toEqual([{ id: 'image1@mail', contentType, content: image }]);
  expect(html).toContain('<img src="cid:image1@mail" alt=x><img src="cid:image1@mail">');
});

test('an image of a background or a style travels too, and one that the page does not name does not', async () => {
  const source = `<style>p{background:url('back.webp')}</style><table background="photo.jpg"><p style="background:url(back.webp)">`;
  const { html, images } = await messageOf(zipped(source));
  expect(images?.map(({ id, contentType }) => [id, contentType])).toEqual([
    ['image1@mail', 'image/webp'],
    ['image2@mail', 'image/jpeg'],
  ]);
  expect(html).toContain(
    '<style>p{background:url(cid:image1@mail)}</style><table background="cid:image2@mail"><p style="background:url(cid:image1@mail)">',
  );
});

test.each([
  'https://example.test/images/logo.png',
  '//example.test/photo.jpg',
  'data:image/png;base64,AA',
  'cid:other',
  '%',
  'index.html',
])('an address that is no image of the zip stays: %s', async (address) => {
  const { html, images } = await messageOf(zipped(`<img src="${address}">`));
  expect(html).toContain(`<img src="${address}">`);
  expect(images).toEqual([]);
});

test('a pdf is attached under its name, with both parts holding the link', async () => {
  const file = Buffer.from('%PDF-1.4');
  const message = await messageOf({ ...usual, fileName: 'teklif <{{firstName}}>.pdf', file });
  const attachment = { name: 'teklif <{{firstName}}>.pdf', contentType: 'application/pdf', content: file };
  expect(message.attachment).toEqual(attachment);
  expect(message.text).toBe(`Attached: teklif <{{firstName}}>.pdf\n\nUnsubscribe: ${url}\n`);
  expect(message.html).toBe(
    `<p>Attached: teklif &#60;{{firstName}}&#62;.pdf</p>\n<p><a href="${url}">Unsubscribe</a></p>`,
  );
});

test('a page is told as text: paragraphs, lists, rows, links and images', async () => {
  const { text } = await messageOf(
    `\ufeff<html><head><title>No</title><style>p{}</style></head><body><h1>Big\n news</h1><p>One&nbsp;&amp; <b>two</b>,<br>three</p>
    <ul><li>first<li>second</ul><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>
    <a href="https://example.test/">https://example.test/</a> <a href="#top">up</a> <img alt="A logo" src="x">
    <script>no()</script>{{unsubscribeUrl}}`,
  );
  expect(text).toBe(
    `Big news\n\nOne & two,\nthree\n\n- first\n- second\n\na b\nc\n\nhttps://example.test/ up A logo ${url}`,
  );
});

test.each([
  ['tags within tags', '<div><b>'.repeat(1_000_000)],
  ['ends without beginnings', `${'<a>'.repeat(1_000_000)}${'</b>'.repeat(1_000_000)}`],
  ['braces', '{{'.repeat(4_000_000)],
  ['addresses that never end', `<style>${'url('.repeat(2_000_000)}`],
  ['an attribute of blanks', `<p style="url(${' '.repeat(8_000_000)}" title="${'{{firstName}}'.repeat(100_000)}">`],
])(
  'a file that is all %s takes no longer than its length',
  async (_, source) => {
    const before = performance.now();
    await messageOf(source);
    expect(performance.now() - before).toBeLessThan(20_000);
  },
  60_000,
);

test('the id of the list has the A-labels of a domain that is not ASCII', async () => {
  const from = { name: '', address: 'news@b\u00fccher.example' };
  expect((await messageOf({ ...usual, from })).headers?.['List-Id']).toBe('<12.xn--bcher-kva.example>');
});
