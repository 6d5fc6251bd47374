/** A server refuses the recipient's address (RCPT), the message (DATA), or anything before them. */
export type Phase = 'before' | 'RCPT' | 'DATA';

/** The mailbox is not there, this one mail is not taken, it may be taken later, or the server itself does not work for us. */
export type Meaning = 'mailboxGone' | 'thisMail' | 'later' | 'server';

export interface Refusal {
  readonly phase: Phase;
  /** Replies, or the first digit of all of them. */
  readonly replies: readonly number[];
  /** Enhanced codes (RFC 3463); empty where the answer has none. Without this member any answer meets it. */
  readonly codes?: readonly string[];
  readonly meaning: Meaning;
}

/**
 * The meaning of a refusal is that of the first one that it meets. Servers put off to RCPT what they refuse of us, so only
 * what speaks of the mailbox itself refuses an address for good.
 */
export const refusals: readonly Refusal[] = [
  { phase: 'before', replies: [4, 5], meaning: 'server' },
  {
    phase: 'RCPT',
    replies: [5],
    codes: ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'],
    meaning: 'mailboxGone',
  },
  { phase: 'RCPT', replies: [550, 551, 553], codes: [], meaning: 'mailboxGone' },
  { phase: 'RCPT', replies: [4, 5], meaning: 'later' },
  { phase: 'DATA', replies: [5], meaning: 'thisMail' },
  { phase: 'DATA', replies: [4], meaning: 'later' },
];

/** The meaning of an answer; undefined where it is no refusal. */
export function meaningOf(phase: Phase, reply: number, code: string | undefined): Meaning | undefined {
  return refusals.find(
    (refusal) =>
      refusal.phase === phase &&
      refusal.replies.some((one) => one === reply || one === Math.floor(reply / 100)) &&
      (refusal.codes === undefined || (code === undefined ? refusal.codes.length === 0 : refusal.codes.includes(code))),
  )?.meaning;
}
