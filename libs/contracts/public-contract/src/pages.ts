import { endpoint } from '@rapport/http-contract';
import { z } from 'zod';

const page = {
  access: 'open',
  page: true,
  success: { status: 200, mediaType: 'text/html', body: z.string() },
  errors: [],
} as const;

const shown = { ...page, method: 'get' } as const;
const sent = { ...page, method: 'post', bodyType: 'form', bodyBytesMax: 16_384, body: z.object({}) } as const;

/** The pages on which people sign in and out. People read them in a browser, so no document lists them. */
export const signInPageContract = {
  showSignIn: endpoint({ ...shown, operationId: 'showSignIn', path: '/connect/authorize' }),
  signIn: endpoint({ ...sent, operationId: 'signIn', path: '/connect/authorize' }),
  showSignOut: endpoint({ ...shown, operationId: 'showSignOut', path: '/connect/sign-out' }),
  signOut: endpoint({ ...sent, operationId: 'signOut', path: '/connect/sign-out' }),
};

/** The page on which the owner of a sign-up verifies the address. The link of a mail leads there. */
export const verificationPageContract = {
  showVerification: endpoint({ ...shown, operationId: 'showVerification', path: '/connect/verify' }),
  verifyAddress: endpoint({ ...sent, operationId: 'verifyAddress', path: '/connect/verify' }),
};

/** The pages on which people choose a password. The link of an invitation or a reset leads there. */
export const passwordPageContract = {
  showPassword: endpoint({ ...shown, operationId: 'showPassword', path: '/connect/password' }),
  setPassword: endpoint({ ...sent, operationId: 'setPassword', path: '/connect/password' }),
  showForgotten: endpoint({ ...shown, operationId: 'showForgotten', path: '/connect/password/forgot' }),
  sendReset: endpoint({ ...sent, operationId: 'sendReset', path: '/connect/password/forgot' }),
};

/**
 * The console: one page at its address and at every one below it, where its script shows what belongs there. Its files have
 * the same names in every version, so that a page of one finds those of another. No document lists it.
 */
export const consoleContract = {
  getConsoleScript: fileAt('getConsoleScript', '/console/console.js', 'text/javascript'),
  getConsoleStyle: fileAt('getConsoleStyle', '/console/console.css', 'text/css'),
  getConsoleIcon: fileAt('getConsoleIcon', '/console/icon.svg', 'image/svg+xml'),
  showConsole: endpoint({ ...shown, operationId: 'showConsole', path: '/console' }),
  showConsoleBelow: endpoint({ ...shown, operationId: 'showConsoleBelow', path: '/console/{*address}' }),
};

function fileAt<
  const Path extends `/${string}`,
  const Id extends string,
  const Type extends 'text/javascript' | 'text/css' | 'image/svg+xml',
>(operationId: Id, path: Path, mediaType: Type) {
  const success = { status: 200, mediaType, headers: z.object({ etag: z.string() }), body: z.string() } as const;
  return endpoint({ access: 'open', method: 'get', operationId, path, success, errors: ['not_found'] });
}
