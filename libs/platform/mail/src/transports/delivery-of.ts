import type { Delivery } from '../delivery.ts';
import { problemOf } from './problem-of.ts';

/** The delivery that a failure of SMTP means. A mail is written once its last byte was handed to the connection. */
export function deliveryOf(error: unknown, isWritten: boolean): Delivery {
  const problem = problemOf(error);
  const { command = '', responseCode = 0 } = error as SmtpError;
  const isRefusal = responseCode >= 400 && responseCode < 600;
  // Behind the last byte only a refusal of the data counts: after all else it is open what the server did.
  if (isWritten && !(isRefusal && command === 'DATA')) {
    return { outcome: 'inDoubt', problem };
  }
  const by = refusedBy.get(command) ?? 'server';
  if (!isRefusal) {
    return { outcome: 'notBegun', problem };
  }
  return responseCode >= 500 && by !== 'server'
    ? { outcome: 'refusedForGood', by, problem }
    : { outcome: 'refusedForNow', by, problem };
}

/** As the library fills it in: the command is the one that was answered, or a word such as `CONN` where none was. */
interface SmtpError {
  readonly command?: string;
  readonly responseCode?: number;
}

const refusedBy = new Map<string, 'recipient' | 'message'>([
  ['RCPT TO', 'recipient'],
  ['DATA', 'message'],
]);
