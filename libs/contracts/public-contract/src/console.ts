import { endpoint } from '@rapport/http-contract';
import { z } from 'zod';

const open = { method: 'get', access: 'open' } as const;
const page = { page: true, success: { status: 200, mediaType: 'text/html', body: z.string() }, errors: [] } as const;

function fileAt<
  const Path extends `/${string}`,
  const Id extends string,
  const Type extends 'text/javascript' | 'text/css' | 'image/svg+xml',
>(operationId: Id, path: Path, mediaType: Type) {
  const success = { status: 200, mediaType, headers: z.object({ etag: z.string() }), body: z.string() } as const;
  return endpoint({ ...open, operationId, path, success, errors: ['not_found'] });
}

/**
 * The console: one page at its address and at every one below it, where its script shows what belongs there. Its files have
 * the same names in every version, so that a page of one finds those of another. No document lists it.
 */
export const consoleContract = {
  getConsoleScript: fileAt('getConsoleScript', '/console/console.js', 'text/javascript'),
  getConsoleStyle: fileAt('getConsoleStyle', '/console/console.css', 'text/css'),
  getConsoleIcon: fileAt('getConsoleIcon', '/console/icon.svg', 'image/svg+xml'),
  showConsole: endpoint({ ...open, ...page, operationId: 'showConsole', path: '/console' }),
  showConsoleBelow: endpoint({ ...open, ...page, operationId: 'showConsoleBelow', path: '/console/{*address}' }),
};
