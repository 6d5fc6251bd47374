import { validationFailed } from '@rapport/kernel';
import { placeholderProblem, templateOf } from '../message/placeholders.ts';
import { page, zipEntries } from './zip-entries.ts';
import { zipProblem } from './zip-problem.ts';

/** A file of a mail, of a kind that its name says and its beginning bears out. */
export interface MailFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface MailContent {
  readonly subject: string | null | undefined;
  readonly file: MailFile | undefined;
}

/** Refuses a subject and a file that no mail can be made of, both in one answer. */
export async function requireMailContent({ subject, file }: MailContent): Promise<void> {
  const subjectProblem = placeholderProblem(subject ?? '');
  const fileProblem = file && (await problemOf(file));
  if (subjectProblem !== undefined || fileProblem !== undefined) {
    throw validationFailed({
      ...(subjectProblem !== undefined && { subject: [subjectProblem] }),
      ...(fileProblem !== undefined && { file: [fileProblem] }),
    });
  }
}

async function problemOf({ name, content }: MailFile): Promise<string | undefined> {
  if (/\.zip$/i.test(name)) {
    return (await zipProblem(content)) ?? pageProblem(await pageOf(content), `${page} of the zip`);
  }
  return /\.pdf$/i.test(name) ? undefined : pageProblem(content, 'The page');
}

function pageProblem(content: Buffer, name: string): string | undefined {
  if (content.length > pageBytesMax) {
    return `${name} has more than ${pageBytesMax} bytes; make it shorter, and link to what is large.`;
  }
  const text = content.toString();
  return templateOf(text).slots.length > slotsMax
    ? `${name} has more than ${slotsMax} placeholders.`
    : placeholderProblem(text);
}

/** A mail of such a page keeps no other from being composed. */
const pageBytesMax = 1_048_576;
const slotsMax = 1_000;

async function pageOf(zip: Buffer): Promise<Buffer> {
  const entries = await zipEntries(zip, (name) => name === page);
  return entries.get(page) ?? Buffer.alloc(0);
}
