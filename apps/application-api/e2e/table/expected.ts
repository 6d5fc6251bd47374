import { expect } from 'vitest';
import { judged, type Asked } from './judged.ts';

/** A request, what it is for a reader of a failure, and the answer that it must get. */
export interface Row {
  readonly name: string;
  readonly asked: Asked;
  readonly status: number;
  readonly code: string | null;
  /** The path that a failure must name, and no path outside of it. */
  readonly at?: string;
}

/** Awaits all rows and names every one that got another answer. */
export async function expectAll(rows: readonly Row[]): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  const waiting = rows.values();
  const wrong: string[] = [];
  const askers = Array.from({ length: atATime }, async () => {
    for (const row of waiting) {
      wrong.push(...(await problemsOf(row)));
    }
  });
  await Promise.all(askers);
  expect(wrong).toEqual([]);
}

const atATime = 16;

async function problemsOf({ name, asked, status, code, at }: Row): Promise<string[]> {
  try {
    const { status: got, body } = await judged(asked);
    const paths = Object.keys(body.errors ?? {});
    const isRight =
      got === status &&
      body.errorCode === code &&
      (at === undefined || (paths.length > 0 && paths.every((path) => isWithin(path, at))));
    return isRight ? [] : [`${name}: got ${got} ${JSON.stringify(body).slice(0, 300)}`];
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}

function isWithin(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
}
