import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from './mail.ts';

/** The mail as the library composes it. Nothing in it is ever read from a file or an address. */
export function messageOf({ id, to, subject, text, html }: OutgoingMail, from: string): SendMailOptions {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    // The transport reads a text as a list of addresses, and an object as one.
    to: { name: '', address: to },
    subject: inOneLine(subject),
    text,
    html,
    // Programs that answer for absent people leave such mails alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Control characters in a header would end it, or hide what follows. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
