import type { Mail } from './mail.ts';

/** The text of a mail with a link: sentences before and behind the link. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  readonly link: string;
  readonly button: string;
  readonly behind: readonly string[];
}

/** The text of a mail without a link. */
export interface NoticeText {
  readonly subject: string;
  readonly sentences: readonly string[];
}

/** The mail as plain text, in which the link has a line of its own, and as HTML. */
export function mailOf(to: string, { subject, before, link, button, behind }: MailText): Mail {
  return {
    to,
    subject,
    text: [...before, link, ...behind].join('\n\n') + '\n',
    html: page([
      ...before.map(paragraph),
      `<p><a href="${escaped(link)}">${escaped(button)}</a></p>`,
      ...behind.map(paragraph),
    ]),
  };
}

export function noticeOf(to: string, { subject, sentences }: NoticeText): Mail {
  return { to, subject, text: sentences.join('\n\n') + '\n', html: page(sentences.map(paragraph)) };
}

/**
 * A name that people typed, as it stands in a sentence: cut, in one line, so it cannot pose as another part of the mail, and with
 * blanks where a mail program would make a link of it.
 */
export function nameInMail(name: string): string {
  const line = name.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...line].slice(0, nameMax).join('').replaceAll(beginningOfLink, '$& ').trim();
}

const nameMax = 60;
/** A scheme's end, `www.`, and a dot of a domain, also one of those that IDNA takes for a dot. */
const beginningOfLink = /:\/\/|\bwww[.。．｡](?=\S)|(?<=[\p{L}\p{M}\p{N}])[.。．｡](?=\p{L})/giu;

function page(blocks: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5">
${blocks.join('\n')}
</body>
</html>
`;
}

/** A text of several lines, such as an address to which money goes, keeps them. */
function paragraph(sentence: string): string {
  return `<p>${escaped(sentence).replaceAll(/\r?\n/g, '<br>')}</p>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
