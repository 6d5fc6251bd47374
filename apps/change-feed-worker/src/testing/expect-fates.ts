import type { MailCounts } from '@rapport/marketing-email/testing';
import { expect } from 'vitest';
import { isMailboxGone, taking, type Try } from './drawn-refusals.ts';

/** A recipient as the product shows it, beside what the server did. */
export interface Fate {
  readonly address: string;
  readonly recipient: string;
  readonly member: string;
  /** The first tries, as they were drawn; the server takes the mail at each later one. */
  readonly tries: readonly Try[];
  readonly tried: number;
  readonly taken: number;
}

export interface DeadlyMail {
  readonly counts: MailCounts;
  readonly fates: readonly Fate[];
}

export interface Deaths {
  readonly seed: number;
  /** So many recipients may have been in flight in the workers when these died. */
  readonly inFlightMax: number;
  readonly mails: readonly DeadlyMail[];
  readonly suppressed: readonly string[];
}

/**
 * Each address got the mail once at most, and what became of it is what the server said of it; else it is in doubt, as only what a killed
 * worker had in flight may be.
 */
export function expectFates({ seed, inFlightMax, mails, suppressed }: Deaths): void {
  const drawn = `drawn from the seed ${seed}`;
  const fates = mails.flatMap((mail) => mail.fates);
  expect(fates.flatMap(breachesOf), drawn).toEqual([]);
  expect(fates.filter(isLeftByDeath).length, drawn).toBeLessThanOrEqual(inFlightMax);
  // An answer that came to a worker which died before its note is lost: its recipient is in doubt.
  const gone = fates.filter((fate) => isMailboxGone(lastOf(fate)) && fate.recipient !== 'inDoubt');
  expect(gone, drawn).not.toEqual([]);
  expect(suppressed.toSorted(), drawn).toEqual(addressesOf(gone));
  expect(addressesOf(fates.filter(({ member }) => member === 'bounced')), drawn).toEqual(addressesOf(gone));
  for (const { counts, fates: of } of mails) {
    const count = (state: string): number => of.filter(({ recipient }) => recipient === state).length;
    expect(counts, drawn).toMatchObject({
      status: 'sent',
      recipientCount: of.length,
      sentCount: count('sent'),
      bouncedCount: count('bounced'),
      inDoubtCount: count('inDoubt'),
    });
  }
}

function breachesOf(fate: Fate): string[] {
  const { address, recipient, member, tried, taken } = fate;
  const earlier = Array.from({ length: Math.max(tried - 1, 0) }, (_, index) => fate.tries[index] ?? taking);
  const asSaid: readonly string[] = tried === 0 ? [] : lastOf(fate).ends;
  const takenMin = recipient === 'sent' ? 1 : 0;
  const takenMax = recipient === 'bounced' ? 0 : 1;
  const holds: Record<string, boolean> = {
    'it is tried again after another answer than one for now': earlier.every(({ ends }) => ends.includes('again')),
    'its outcome is not what the server said': [...asSaid, 'inDoubt'].includes(recipient),
    'the server took it too often, or never': taken >= takenMin && taken <= takenMax,
    'its member is not what was said of it': member === memberOf(fate),
  };
  const breaches = Object.keys(holds).filter((name) => !holds[name]);
  return breaches.map((name) => `${address}: ${name}: ${JSON.stringify({ recipient, member, tried, taken })}`);
}

function memberOf(fate: Fate): string {
  switch (fate.recipient) {
    case 'sent':
      return 'sent';
    case 'bounced':
      return isMailboxGone(lastOf(fate)) ? 'bounced' : 'added';
    default:
      return 'added';
  }
}

function isLeftByDeath(fate: Fate): boolean {
  return fate.recipient === 'inDoubt' && !lastOf(fate).ends.includes('inDoubt');
}

function lastOf({ tries, tried }: Fate): Try {
  return tries[tried - 1] ?? taking;
}

function addressesOf(fates: readonly Fate[]): string[] {
  return fates.map(({ address }) => address).toSorted();
}
