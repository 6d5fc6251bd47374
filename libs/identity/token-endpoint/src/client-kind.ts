import { consoleClientId } from '@rapport/sign-in';

/** An API client acts for itself, with a secret. At the console people sign in; it has none. */
export type ClientKind = 'api' | 'console';

export function clientKindOf(clientId: string): ClientKind {
  return builtIn.get(clientId) ?? 'api';
}

const builtIn: ReadonlyMap<string, ClientKind> = new Map([[consoleClientId, 'console']]);
