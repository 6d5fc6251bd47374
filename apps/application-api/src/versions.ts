/** A record with the time of its last change, which is another one after each. */
interface Versioned {
  readonly lastModifiedOnUtc: string;
}

/** The strong validator of an answer: the version alone. */
export function etagOf(version: string): string {
  return `"${version}"`;
}

/**
 * The version that the caller saw, or undefined where any will do. Where the header names several, it is the present one
 * if that is among them; a text that is no tag of ours is the version of nothing.
 */
export async function seenVersion(
  ifMatch: string | undefined,
  present: () => Promise<Versioned>,
): Promise<string | undefined> {
  if (ifMatch === undefined || ifMatch.trim() === '*') {
    return undefined;
  }
  const versions = ifMatch.split(',').map((tag) => /^"([^"]+)"$/.exec(tag.trim())?.[1] ?? '');
  const [only = '', ...others] = versions;
  if (others.length === 0) {
    return only;
  }
  const { lastModifiedOnUtc } = await present();
  return versions.find((version) => version === lastModifiedOnUtc) ?? '';
}
