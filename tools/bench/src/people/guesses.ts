import { setTimeout as delay } from 'node:timers/promises';
import {
  Browser,
  CodeFlow,
  issueToken,
  newEmail,
  ownMemoryBytes,
  percentile,
  Tenant,
  type TemporaryPlatform,
} from '@rapport/testbed';
import type { BenchOutcome } from '../core/word.ts';

const guessesPerMinute = 1_000;
const tokensPerSecond = 20;
const seconds = 60;
/** Each sends fewer guesses than an address may in a quarter of an hour. */
const addresses = 200;

/** The time of a machine's tokens while wrong sign-ins come from many addresses, beside the same without them. */
export async function measureGuesses(platform: TemporaryPlatform): Promise<BenchOutcome> {
  const client = await (await Tenant.make(platform.operator)).client();
  const pid = await platform.pid('token-service');
  const token = (): Promise<unknown> => issueToken(platform.baseUrl, client);
  await paced(token, tokensPerSecond, 5);
  const quiet = percentile(await paced(token, tokensPerSecond, seconds), 0.99);
  let turnedAway = 0;
  const guess = async (number: number): Promise<void> => {
    turnedAway += Number((await guessOnce(platform.baseUrl, number)) === 503);
  };
  await paced(guess, guessesPerMinute / 60, 10);
  const memoryBefore = ownMemoryBytes(pid);
  turnedAway = 0;
  const [guesses, tokens] = await Promise.all([
    paced(guess, guessesPerMinute / 60, seconds),
    paced(token, tokensPerSecond, seconds),
  ]);
  const beside = percentile(tokens, 0.99);
  const grownMb = (ownMemoryBytes(pid) - memoryBefore) / 1e6;
  const text = [
    `Tokens of a machine, ${tokensPerSecond} a second, beside ${guesses.length} wrong sign-ins in ${seconds} s, of which ${turnedAway} were told to come again:`,
    `p99 ${quiet.toFixed(1)} ms quiet, ${beside.toFixed(1)} ms beside them, ratio ${(beside / quiet).toFixed(2)}; at most 2.`,
    `The token service's own memory grew by ${grownMb.toFixed(1)} MB meanwhile.`,
  ].join(' ');
  return { document: { title: 'Tokens beside wrong sign-ins', quiet, beside, grownMb, turnedAway }, text };
}

/** Sends each request when it is due. How long each took, in milliseconds, from the moment at which it was due. */
async function paced(send: (number: number) => Promise<unknown>, perSecond: number, during: number): Promise<number[]> {
  const start = performance.now();
  const running = Array.from({ length: Math.round(perSecond * during) }, async (_, number) => {
    const dueAt = start + (number / perSecond) * 1_000;
    await delay(Math.max(0, dueAt - performance.now()));
    await send(number);
    return performance.now() - dueAt;
  });
  return Promise.all(running);
}

/** The status of the answer: 503 where too many passwords wait to be checked. */
async function guessOnce(baseUrl: string, number: number): Promise<number> {
  const browser = new Browser(baseUrl, `127.0.1.${1 + (number % addresses)}`);
  const page = await browser.get(new CodeFlow(baseUrl).address());
  const answer = await browser.submit(page, { email: newEmail(), password: 'a wrong password' });
  if (answer.status !== 400 && answer.status !== 503) {
    throw new Error(`A wrong password was answered with ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  return answer.status;
}
