/** Three times as long after each attempt, with a part by chance, so that mails of one failure do not come together. */
export function pauseAfter(attempts: number): number {
  const pauseMs = Math.min(againAfterMs * 3 ** Math.min(attempts - 1, stepsMax), againAfterMsMax);
  return Math.round(pauseMs * (0.8 + 0.4 * Math.random()));
}

const againAfterMs = 2_000;
const againAfterMsMax = 30 * 60_000;
const stepsMax = 10;
