import { AppError } from '@rapport/kernel';

/** The media ranges of an Accept header that fit our answers, the most exact first. */
const ours = ['application/json', 'application/problem+json', 'application/*', '*/*'];

/** Refuses a caller that accepts none of our media types. */
export function requireAcceptable(accept: string | undefined): void {
  if (accept === undefined || ours.includes(accept) || takesJson(accept)) {
    return;
  }
  throw new AppError('not_acceptable', 'Answers are application/json; accept it, or */*.');
}

function takesJson(accept: string): boolean {
  const wanted = new Map<string, boolean>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    wanted.set(type, !isRefused);
  }
  const mostExact = ours.find((type) => wanted.has(type));
  return accept.trim() === '' || (mostExact !== undefined && wanted.get(mostExact) === true);
}
