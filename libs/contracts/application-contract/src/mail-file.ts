import { isUtf8 } from 'node:buffer';
import type { FilePart, SentFile } from '@rapport/http-contract';

/** The file of a marketing e-mail: its kind is the ending of its name, and the content must be of that kind. */
export const mailFile: FilePart = {
  name: 'file',
  bytesMax: 10_485_760,
  description:
    'The body of the mail, or a pdf that goes with it: html, htm, zip or pdf, at most 10,485,760 bytes. The ending of ' +
    'its name says the kind, and the content must be of that kind: html a text in UTF-8 without U+0000; a zip has ' +
    'index.html at its root and png, jpg, gif, webp and svg, at most 100 entries and 20,971,520 bytes unpacked, each ' +
    'entry once, none encrypted, none a link, no path upwards. Html, and index.html of a zip, has at most 1,048,576 bytes and ' +
    '1,000 placeholders. The media type of the part is not looked at. Of html, and of ' +
    'index.html of a zip, {{firstName}}, {{lastName}}, {{companyName}} and {{unsubscribeUrl}} are filled for each recipient; ' +
    'anything else between two braces is refused.',
  problemOf,
};

function problemOf({ name, content }: SentFile): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = kinds.find(({ endings }) => endings.includes(ending));
  if (kind === undefined) {
    return 'The name of the file must end in .html, .htm, .zip or .pdf.';
  }
  return kind.holds(content) ? undefined : `The name ends in .${ending}, but the content is ${kind.not}.`;
}

interface Kind {
  readonly endings: readonly string[];
  readonly holds: (content: Buffer) => boolean;
  readonly not: string;
}

const isPdf = (content: Buffer): boolean => content.subarray(0, 5).toString('latin1') === '%PDF-';
const isZip = (content: Buffer): boolean => content.subarray(0, 2).toString('latin1') === 'PK';

const kinds: readonly Kind[] = [
  {
    endings: ['html', 'htm'],
    // A short pdf may be a text.
    holds: (content) => content.length > 0 && isUtf8(content) && !content.includes(0) && !isPdf(content),
    not: 'no page: a text in UTF-8 without U+0000',
  },
  { endings: ['zip'], holds: isZip, not: 'no zip' },
  { endings: ['pdf'], holds: isPdf, not: 'no pdf' },
];
