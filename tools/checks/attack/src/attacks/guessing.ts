import { anyAddress, Browser, CodeFlow, newEmail, openLoop } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';

/** A thousand wrong passwords a minute, for unknown e-mail addresses, each from another address of this machine. */
export const guessingAttacks: readonly Attack[] = [
  {
    name: 'guessing',
    title: 'a thousand wrong sign-ins a minute come from a thousand addresses',
    run: guess,
  },
];

const perSecond = 1_000 / 60;

async function guess({ host, port }: Target, signal: AbortSignal): Promise<Spoils> {
  const baseUrl = `http://${host}:${port}`;
  const outcomes = new Map<string, number>();
  const guessing = async (): Promise<void> => {
    const outcome = await guessOnce(baseUrl);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  await openLoop(guessing, { perSecond, signal }).ended;
  const figures = { refused: outcomes.get('400') ?? 0, 'told to wait': outcomes.get('503') ?? 0 };
  const others = [...outcomes].filter(([outcome]) => outcome !== '400' && outcome !== '503');
  const contradictions = others.map(([outcome, count]) => `${count} wrong sign-ins were answered with ${outcome}`);
  return { figures, contradictions };
}

/** The status of the answer to one wrong pair. An answer of 503 must say when to come again. */
async function guessOnce(baseUrl: string): Promise<string> {
  const browser = new Browser(baseUrl, anyAddress());
  const page = await browser.get(new CodeFlow(baseUrl).address());
  const { status, headers } = await browser.submit(page, { email: newEmail(), password: 'not the right words' });
  return status === 503 && headers['retry-after'] === undefined ? '503 without Retry-After' : String(status);
}
