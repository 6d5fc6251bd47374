import { hash } from 'node:crypto';

/** The strong validator of an answer: the record's version, and the client's external id where there is one. */
export function etagOf(version: number, externalId: string | null): string {
  if (externalId === null) {
    return `"${version}"`;
  }
  return `"${version}-${hash('sha256', externalId, 'base64url').slice(0, 8)}"`;
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
