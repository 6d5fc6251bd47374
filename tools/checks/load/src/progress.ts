import type { RunLength } from './k6/run-length.ts';

/** Says how long a run takes, and every half minute how much of it has gone; to be stopped at its end. */
export function sayProgress(tenants: number, length: RunLength | undefined, say: (line: string) => void): () => void {
  const made = tenants === 1 ? 'A tenant is made' : `${tenants} tenants are made`;
  const most = length?.isMost === true ? 'at most' : 'about';
  say(length === undefined ? `${made}; k6 runs` : `${made}; k6 runs for ${most} ${length.seconds} s`);
  const from = performance.now();
  const timer = setInterval(() => {
    const gone = ((performance.now() - from) / 1_000).toFixed(0);
    say(length === undefined ? `${gone} s have gone` : `${gone} s have gone of ${most} ${length.seconds}`);
  }, everyMs);
  return () => clearInterval(timer);
}

const everyMs = 30_000;
