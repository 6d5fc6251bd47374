import { domainToASCII } from 'node:url';
import { mailedAddress } from '@rapport/kernel';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMail } from './mail.ts';

/** A mail as SMTP gets it. */
export interface ComposedMail {
  readonly from: string;
  readonly to: string;
  readonly content: Buffer;
}

/** Longer texts are in base64, which a process makes in a tenth of the time. Shorter ones stay readable on their way. */
const shortMax = 131_072;

/** Nothing in a mail is ever read from a file or an address. */
export async function composeMail(mail: OutgoingMail): Promise<ComposedMail> {
  const { id, from, bounceAddress, to, subject, text, html, images = [], attachment } = mail;
  const composer = new MailComposer({
    messageId: `<${id}@${domainOf(from.address)}>`,
    from: { name: inOneLine(from.name), address: from.address },
    // The library reads a text as a list of addresses, and an object as one.
    to: { name: '', address: to },
    subject: inOneLine(subject),
    text: inLinesOfSmtp(text),
    html: inLinesOfSmtp(html),
    textEncoding: text.length + html.length > shortMax ? 'base64' : 'quoted-printable',
    headers: headersOf(mail),
    attachments: [
      ...images.map(({ id: cid, contentType, content }) => ({ cid, contentType, content, filename: false as const })),
      ...(attachment ? [{ ...attachment, filename: attachment.name, contentDisposition: 'attachment' }] : []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = composer.compile();
  const envelope = message.getEnvelope();
  return {
    from: bounceAddress ?? (envelope.from || from.address),
    to: mailedAddress(envelope.to[0] ?? to),
    content: await message.build(),
  };
}

/** They stand as they are: the library would break a long address into two words. */
function headersOf({ headers = {} }: OutgoingMail) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { prepared: true, value: inOneLine(value) }]),
  );
}

/** Control characters are blanks: in a header they would end it, or hide what follows. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function inLinesOfSmtp(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, '\r\n');
}

function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
}
