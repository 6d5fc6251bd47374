import { hash } from 'node:crypto';

/** The things that an answer shows beside the record itself. */
export interface ShownBeside {
  /** The client's external id. */
  readonly externalId: string | null;
  /** The members with names of records that the client may not see. */
  readonly hidden: readonly string[];
  /** The number of the custom fields' definitions; 0 before the first. */
  readonly definitions: number;
}

/** The strong validator that stands for the version alone. */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/** The strong validator of an answer: the record's version, and whatever else the answer shows. */
export function etagOf(version: number, { externalId, hidden, definitions }: ShownBeside): string {
  if (externalId === null && hidden.length === 0 && definitions === 0) {
    return versionTag(version);
  }
  const beside = JSON.stringify([externalId, hidden, definitions]);
  return `"${version}-${hash('sha256', beside, 'base64url').slice(0, 8)}"`;
}

/**
 * The versions that an If-Match accepts, or null where it accepts any. Only the version is compared. A weak tag, or a
 * tag that is not one of ours, never matches.
 */
export function versionsOf(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') {
    return null;
  }
  return ifMatch.split(',').flatMap((tag) => {
    const version = Number(/^"(\d{1,15})(?:-[\w-]{8})?"$/.exec(tag.trim())?.[1]);
    return Number.isSafeInteger(version) ? [version] : [];
  });
}
