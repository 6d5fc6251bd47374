import { mailedAddress } from '@rapport/kernel';
import { inOneLine, type Attachment, type InlineImage, type MailAddress, type OutgoingMail } from '@rapport/mail';
import { page as pageName, zipEntries } from '../files/zip-entries.ts';
import { escapedInMarkup } from './markup.ts';
import { addedLink, pageOf } from './page.ts';
import { filled, marked, templateOf, templateOfMarked, type Template } from './placeholders.ts';
import { textOfPage } from './text-of-page.ts';

/** A mail as far as all recipients get the same, with slots for what differs. */
export interface PreparedMail {
  readonly headers: Readonly<Record<string, string>>;
  readonly from: MailAddress;
  readonly subject: Template;
  readonly text: Template;
  readonly html: Template;
  readonly images: readonly InlineImage[];
  readonly attachment: Attachment | undefined;
  /** About so many has a message. */
  readonly bytes: number;
}

export interface MailOptions {
  readonly tenantNumber: number;
  readonly mailId: string;
  readonly from: MailAddress;
  readonly subject: string;
  readonly fileName: string;
  readonly file: Buffer;
}

/** Once for a mail. The file is one that was taken when the mail was made. */
export async function prepareMail(options: MailOptions): Promise<PreparedMail> {
  const { from, subject, fileName, file } = options;
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const body = await bodies[ending === 'zip' || ending === 'pdf' ? ending : 'html'](file, fileName);
  return { from, subject: templateOf(subject), headers: headersOf(options), ...body, bytes: bytesOf(body) };
}

function bytesOf({ text, html, images, attachment }: Body): number {
  const files = [...images, ...(attachment ? [attachment] : [])].map(({ content }) => content.length);
  const texts = [text, html].flatMap((template) => [
    ...template.texts.map((piece) => Buffer.byteLength(piece)),
    template.slots.length * valueBytes,
  ]);
  return Math.ceil([...files, ...texts].reduce((sum, bytes) => sum + bytes, 0) * inBase64);
}

/** Few values are longer. */
const valueBytes = 500;
/** With the ends of lines. */
const inBase64 = 1.37;

/** The mails of a tenant are one list. Gmail counts complaints by the parts of Feedback-ID, of which the last one is the sender's. */
function headersOf({ tenantNumber, mailId, from }: MailOptions): Record<string, string> {
  const address = mailedAddress(from.address);
  return {
    'List-Id': `<${tenantNumber}.${address.slice(address.lastIndexOf('@') + 1)}>`,
    Precedence: 'bulk',
    'Feedback-ID': `${mailId}:${tenantNumber}:marketing:rapport`,
  };
}

export interface Recipient {
  /** It is the same whenever the mail goes to this recipient. */
  readonly messageId: string;
  readonly bounceAddress?: string | undefined;
  readonly address: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
}

/** The mail to one recipient. */
export function messageTo(mail: PreparedMail, recipient: Recipient, unsubscribeUrl: string): OutgoingMail {
  const { messageId, bounceAddress, address, firstName, lastName, companyName } = recipient;
  const values = {
    firstName: valueOf(firstName),
    lastName: valueOf(lastName),
    companyName: valueOf(companyName),
    unsubscribeUrl,
  };
  return {
    id: messageId,
    from: mail.from,
    ...(bounceAddress !== undefined && { bounceAddress }),
    to: address,
    subject: filled(mail.subject, values, asItIs),
    text: filled(mail.text, values, asItIs),
    html: filled(mail.html, values, escapedInMarkup),
    headers: {
      ...mail.headers,
      // One click (RFC 8058).
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    images: mail.images,
    ...(mail.attachment && { attachment: mail.attachment }),
  };
}

type Body = Omit<PreparedMail, 'from' | 'subject' | 'headers' | 'bytes'>;

const bodies = {
  html: async (file: Buffer) => bodyOf(file, new Map()),
  zip: async (file: Buffer) => {
    const entries = await zipEntries(file);
    return bodyOf(entries.get(pageName) ?? Buffer.alloc(0), entries);
  },
  pdf: async (content: Buffer, name: string) => bodyAround({ name, contentType: 'application/pdf', content }),
};

function bodyOf(source: Buffer, files: ReadonlyMap<string, Buffer>): Body {
  // The decoder leaves out a mark of the order of bytes.
  const { html, images } = pageOf(marked(new TextDecoder().decode(source)), files);
  const text = templateOfMarked(textOfPage(html));
  const hasLink = text.slots.includes('unsubscribeUrl');
  return {
    html: templateOfMarked(html),
    text: hasLink ? text : joined(text, templateOf(`\n\n${addedText}`)),
    images,
    attachment: undefined,
  };
}

/** The name of the file is no template. */
function bodyAround(attachment: Attachment): Body {
  const sentence = `Attached: ${attachment.name}`;
  return {
    text: joined({ texts: [sentence], slots: [] }, templateOf(`\n\n${addedText}`)),
    html: joined({ texts: [`<p>${escapedInMarkup(sentence)}</p>\n`], slots: [] }, templateOf(addedLink)),
    images: [],
    attachment,
  };
}

const addedText = 'Unsubscribe: {{unsubscribeUrl}}\n';

function joined(one: Template, other: Template): Template {
  const [first = '', ...rest] = other.texts;
  return {
    texts: [...one.texts.slice(0, -1), (one.texts.at(-1) ?? '') + first, ...rest],
    slots: [...one.slots, ...other.slots],
  };
}

function valueOf(value: string | null): string {
  return inOneLine(value ?? '');
}

function asItIs(value: string): string {
  return value;
}
