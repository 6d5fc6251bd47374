import type { ErrorCode } from '@rapport/kernel';

/** The path of the pages of all codes at the base address. */
export const errorPagesPath = '/docs/errors';

/** The page of a code, as a path of the base address: a failure names no host. */
export function errorPage(code: ErrorCode): `${typeof errorPagesPath}/${ErrorCode}` {
  return `${errorPagesPath}/${code}`;
}
