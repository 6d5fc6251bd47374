/** The algorithms of access tokens. The first is the default; the other is for clients that know nothing else. */
export const keyAlgorithms = ['ES256', 'RS256'] as const;

export type KeyAlgorithm = (typeof keyAlgorithms)[number];
