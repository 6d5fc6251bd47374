import { refusals, type Refusal } from '@rapport/mail';

/** The page on the answers of mail servers, made from the table by which they are understood. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const rows = [
    ...refusals.map((refusal) => [phases[refusal.phase], answersOf(refusal), ...consequences[refusal.meaning]]),
    ['the connection breaks before all of the data was written', '', 'not begun', 'tried again'],
    ['it breaks behind that, or no answer comes', '', 'in doubt', 'counted as in doubt, and never sent again'],
  ];
  const text = ['# What a mail server answers, and what follows', ...before, table([heads, ...rows])].join('\n\n');
  return { 'docs/operators/mail-answers.md': `${text}\n` };
}

const before = [
  'This page is generated from the table of the code (`libs/platform/mail/src/transports/refusals.ts`). Of several rows the first one counts\nthat an answer meets.',
  'Servers put off to RCPT what they refuse of the sender: a login that is missing, a sender that they do not know, an address on a blocklist.\nSo an address is refused for good only where the answer speaks of its mailbox.',
];

const heads = ['where', 'answer', 'what it says', 'what follows'];

const phases: Readonly<Record<Refusal['phase'], string>> = {
  before: 'connection, greeting, TLS, login, MAIL FROM',
  RCPT: 'RCPT TO',
  DATA: 'DATA, and behind the data',
};

const consequences: Readonly<Record<Refusal['meaning'], readonly [string, string]>> = {
  mailboxGone: ['the mailbox is gone', 'bounced; the member too, and the address is suppressed'],
  thisMail: ['this mail is not taken', 'bounced for this mail; the member stays'],
  later: ['not now', 'again after seconds, then after pauses up to half an hour; after 24 hours bounced for this mail'],
  server: ['the server takes nothing of us', 'the mail rests and is tried again; the 24 hours stand still'],
};

function answersOf({ replies, codes }: Refusal): string {
  const said = replies.map((reply) => (reply < 10 ? `${reply}xx` : reply)).join(', ');
  if (codes === undefined) {
    return said;
  }
  return codes.length === 0 ? `${said} without an enhanced code` : `${said} with ${codes.join(', ')}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [first = [], ...others] = rows;
  return [line(first), line([], '-'), ...others.map((row) => line(row))].join('\n');
}
