import { createHash } from 'node:crypto';
import type { SmtpActs } from '@rapport/mail/testing';

/** The fate of a recipient by a try whose worker lives on; `again` where it is tried once more. */
export type End = 'again' | 'sent' | 'bounced' | 'inDoubt';

export interface Try {
  readonly acts: SmtpActs;
  readonly ends: readonly End[];
}

/** The tries of an address at which the server refuses, closes or stalls; afterwards it takes the mail. */
export function drawTries(seed: number, address: string): Try[] {
  const dice = diceOf(seed, address);
  const tries: Try[] = [];
  while (tries.length < triesMax && dice() < 0.5) {
    tries.push(pick(refused, dice()));
  }
  return tries;
}

/** Within a try a stalling server costs as much time as many deaths. */
export function drawStall(seed: number, address: string): Try {
  return pick(stalled, diceOf(seed, `stall ${address}`)());
}

/** Numbers from 0 to 1, of which a seed gives the same to the same name. */
export function diceOf(seed: number, name: string): () => number {
  const drawn = createHash('sha256').update(`${seed} ${name}`).digest();
  let at = 0;
  return () => drawn.readUInt16BE(2 * at++) / 0x1_00_00;
}

export const taking: Try = { acts: {}, ends: ['sent'] };

export function isMailboxGone({ acts }: Try): boolean {
  return acts.RCPT === gone;
}

/** A recipient waits for seconds behind the second one. */
const triesMax = 2;

const gone = '550 5.1.1 nobody of that name';

const refused: readonly Try[] = [
  { acts: { RCPT: gone }, ends: ['bounced'] },
  ...['421 4.3.2 bye', '451 4.7.1 later', '554 5.7.1 relay access denied', 'close'].map((RCPT): Try => ({
    acts: { RCPT },
    ends: ['again'],
  })),
  ...['421 4.3.2 bye', '451 4.3.0 later'].flatMap((said): Try[] => [
    { acts: { DATA: said }, ends: ['again'] },
    { acts: { BEHIND: said }, ends: ['again'] },
  ]),
  ...[gone, '554 5.7.1 no advertisements'].flatMap((said): Try[] => [
    { acts: { DATA: said }, ends: ['bounced'] },
    { acts: { BEHIND: said }, ends: ['bounced'] },
  ]),
  { acts: { DATA: 'close' }, ends: ['again'] },
  // The worker may have written such a short mail whole, or not.
  { acts: { WITHIN: 'close' }, ends: ['again', 'inDoubt'] },
  { acts: { BEHIND: 'close' }, ends: ['inDoubt'] },
  { acts: { TAKEN: 'close' }, ends: ['inDoubt'] },
];

const stalled: readonly Try[] = [
  { acts: { RCPT: 'silence' }, ends: ['again'] },
  { acts: { DATA: 'silence' }, ends: ['again'] },
  { acts: { BEHIND: 'silence' }, ends: ['inDoubt'] },
  { acts: { TAKEN: 'silence' }, ends: ['inDoubt'] },
];

function pick(tries: readonly Try[], drawn: number): Try {
  return tries[Math.floor(drawn * tries.length)] ?? taking;
}
