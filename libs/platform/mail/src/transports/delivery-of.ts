import type { Delivery } from '../delivery.ts';
import { problemOf } from './problem-of.ts';
import { meaningOf, type Phase } from './refusals.ts';

/** The delivery that a failure of SMTP means. A mail is written once its last byte was handed to the connection. */
export function deliveryOf(error: unknown, isWritten: boolean): Delivery {
  const problem = problemOf(error);
  const { command = '', responseCode = 0, response = '' } = error as SmtpError;
  const phase = phases.get(command) ?? 'before';
  const meaning = meaningOf(phase, responseCode, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]);
  // Behind the last byte only a refusal of the data counts: after all else it is open what the server did.
  if (isWritten && (phase !== 'DATA' || meaning === undefined)) {
    return { outcome: 'inDoubt', problem };
  }
  switch (meaning) {
    case undefined:
      return { outcome: 'notBegun', problem };
    case 'mailboxGone':
      return { outcome: 'refusedForGood', by: 'recipient', problem };
    case 'thisMail':
      return { outcome: 'refusedForGood', by: 'message', problem };
    case 'later':
      return { outcome: 'refusedForNow', by: phase === 'RCPT' ? 'recipient' : 'message', problem };
    case 'server':
      return { outcome: 'refusedForNow', by: 'server', problem };
  }
}

/** As the library fills it in: the command is the one that was answered, or a word such as `CONN` where none was. */
interface SmtpError {
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const phases = new Map<string, Phase>([
  ['RCPT TO', 'RCPT'],
  ['DATA', 'DATA'],
]);
