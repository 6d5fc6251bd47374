import { withoutCredentials } from '@rapport/kernel';

/** What the log may hold of a target: no query, and nothing that is as long as a credential. */
export function pathOf(target: string): string {
  return withoutCredentials(target.split(/[?#]/, 1)[0] ?? '').slice(0, lengthMax);
}

const lengthMax = 500;
