/** The proof of RFC 7636, that the one who exchanges a code is the one who asked for it. */
export interface ProofKey {
  readonly verifier: string;
  readonly challenge: string;
}

export async function newProofKey(): Promise<ProofKey> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64Url(new Uint8Array(digest)) };
}

/** A text that cannot be guessed. */
export function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
