import { namedList } from '@rapport/members/fields';

/** The algorithms of access tokens. The first is the default; the other is for clients that know nothing else. */
export const keyAlgorithms = namedList('SigningAlgorithm', ['ES256', 'RS256']);

export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** A spare key signs when it is called upon, the next key from a time that is known. A retired key only verifies. */
export const keyStates = namedList('SigningKeyState', ['unpublished', 'spare', 'next', 'signing', 'retired', 'gone']);

export type KeyState = (typeof keyStates)[number];
