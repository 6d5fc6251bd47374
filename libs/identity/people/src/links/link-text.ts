import { hash, randomBytes } from 'node:crypto';

/** The part of a link that no guess finds. It stands in a mail alone. */
export function newLinkText(): string {
  return randomBytes(32).toString('base64url');
}

/** The digest that is kept of it. A text of 256 random bits needs neither salt nor cost. */
export function digestOfLink(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
