/** A failure in one sentence; the command ends with 1. */
export class Failure extends Error {}

/** A wrong use of the command line; it ends with 2. */
export class WrongUse extends Error {}

/** The one sentence of any error: its first line, without a stack. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n', 1)[0] ?? 'It failed.';
}
