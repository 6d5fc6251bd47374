import type { Endpoint } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';

/** The media ranges of an Accept header that fit our answers, the most exact first. */
const fitting = {
  'application/json': ['application/json', 'application/problem+json', 'application/*', '*/*'],
  'application/gzip': ['application/gzip', 'application/*', '*/*'],
  'application/octet-stream': ['application/octet-stream', 'application/*', '*/*'],
  'text/html': ['text/html', 'text/*', '*/*'],
  'text/plain': ['text/plain', 'text/*', '*/*'],
  'text/javascript': ['text/javascript', 'text/*', '*/*'],
  'text/css': ['text/css', 'text/*', '*/*'],
  'image/svg+xml': ['image/svg+xml', 'image/*', '*/*'],
} as const satisfies Record<string, readonly string[]>;

/** Refuses a caller that accepts none of the media types of our answer. */
export function requireAcceptable(
  accept: string | undefined,
  { mediaType, bytes }: Pick<Endpoint['success'], 'mediaType' | 'bytes'>,
): void {
  const types = bytes ?? [mediaType ?? 'application/json'];
  if (accept === undefined || types.some((type) => takes(accept, fitting[type]))) {
    return;
  }
  throw new AppError('not_acceptable', `Answers are ${types.join(' or ')}; accept it, or */*.`);
}

function takes(accept: string, ours: readonly string[]): boolean {
  if (ours.includes(accept)) {
    return true;
  }
  const wanted = new Map<string, boolean>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    wanted.set(type, !isRefused);
  }
  const mostExact = ours.find((type) => wanted.has(type));
  return accept.trim() === '' || (mostExact !== undefined && wanted.get(mostExact) === true);
}
