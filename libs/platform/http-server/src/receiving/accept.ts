import { AppError } from '@rapport/kernel';

/** The media ranges of an Accept header that fit our answers, the most exact first. */
const fitting = {
  'application/json': ['application/json', 'application/problem+json', 'application/*', '*/*'],
  'text/html': ['text/html', 'text/*', '*/*'],
  'text/plain': ['text/plain', 'text/*', '*/*'],
} as const satisfies Record<string, readonly string[]>;

/** Refuses a caller that does not accept the media type of our answer. */
export function requireAcceptable(
  accept: string | undefined,
  mediaType: keyof typeof fitting = 'application/json',
): void {
  const ours: readonly string[] = fitting[mediaType];
  if (accept === undefined || ours.includes(accept) || takes(accept, ours)) {
    return;
  }
  throw new AppError('not_acceptable', `Answers are ${mediaType}; accept it, or */*.`);
}

function takes(accept: string, ours: readonly string[]): boolean {
  const wanted = new Map<string, boolean>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    wanted.set(type, !isRefused);
  }
  const mostExact = ours.find((type) => wanted.has(type));
  return accept.trim() === '' || (mostExact !== undefined && wanted.get(mostExact) === true);
}
