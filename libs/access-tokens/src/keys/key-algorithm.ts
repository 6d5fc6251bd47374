/** What access tokens are signed with: the first by default, the other for clients that know nothing else. */
export const keyAlgorithms = ['ES256', 'RS256'] as const;

export type KeyAlgorithm = (typeof keyAlgorithms)[number];
