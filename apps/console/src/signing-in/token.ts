/** An access token, as far as the page reads it. The services alone decide what it is good for. */
export interface Token {
  readonly text: string;
  readonly tenantId: string;
  readonly userId: string;
  /** By the clock of this machine. */
  readonly endsAt: number;
}

export function tokenOf(answer: { readonly access_token: string; readonly expires_in: number }, now: number): Token {
  const payload = answer.access_token.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, string>;
  return {
    text: answer.access_token,
    tenantId: claims['tenant_id'] ?? '',
    userId: claims['sub'] ?? '',
    endsAt: now + answer.expires_in * 1_000,
  };
}

/** A request that leaves with a token near its end may arrive behind it. */
export function isFresh({ endsAt }: Token, now: number): boolean {
  return endsAt - now > 60_000;
}
