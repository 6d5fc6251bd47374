import { expect } from 'vitest';
import type { RawAnswer } from '../raw.ts';

/** A request, what it is for a reader of a failure, and the answer that it must get. */
export interface Row {
  readonly name: string;
  readonly ask: () => Promise<RawAnswer>;
  readonly status: number;
  readonly code?: string;
  /** The path that a 400 must name, and no path outside of it. */
  readonly at?: string;
  readonly headers?: Readonly<Record<string, RegExp>>;
}

/** Awaits all rows and names every one that got another answer. */
export async function expectAll(rows: readonly Row[]): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  const waiting = [...rows];
  const wrong: string[] = [];
  const askers = Array.from({ length: atATime }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      wrong.push(...(await problemsOf(next)));
    }
  });
  await Promise.all(askers);
  expect(wrong).toEqual([]);
}

const atATime = 16;

async function problemsOf({ name, ask, status, code, at, headers = {} }: Row): Promise<string[]> {
  try {
    const got = await ask();
    const body = got.body as { readonly code?: string; readonly errors?: Readonly<Record<string, unknown>> };
    const paths = Object.keys(body.errors ?? {});
    const isRight =
      got.status === status &&
      (code === undefined || body.code === code) &&
      (at === undefined || (paths.length > 0 && paths.every((path) => isWithin(path, at)))) &&
      Object.entries(headers).every(([header, value]) => value.test(got.headers.get(header) ?? ''));
    return isRight ? [] : [`${name}: got ${got.status} ${got.text.slice(0, 300)}`];
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}

function isWithin(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
}
