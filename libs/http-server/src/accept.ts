import { AppError } from '@rapport/kernel';

const ours = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json']);

/** Refuses a caller who can read nothing that we write. */
export function requireAcceptable(accept: string | undefined): void {
  if (accept === undefined || ours.has(accept) || accept.split(',').some(takesJson)) {
    return;
  }
  throw new AppError('not_acceptable', 'Answers are application/json; accept it, or */*.');
}

function takesJson(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  return (type === '' || ours.has(type)) && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
}
