import { Passwords } from '@rapport/people';
import { untracedContext } from '@rapport/kernel';
import {
  anyAddress,
  Browser,
  cpuMicroseconds,
  median,
  ownCpuMicroseconds,
  signIn,
  type TemporaryPlatform,
} from '@rapport/testbed';
import type { BenchOutcome } from '../core/word.ts';
import type { BenchPerson } from '../core/bench-person.ts';

const samples = 20;

/** The CPU of a whole sign-in, from the page to the tokens, and what is left of it without the hash of the password. */
export async function measureSignIn(platform: TemporaryPlatform, person: BenchPerson): Promise<BenchOutcome> {
  const pid = await platform.pid('token-service');
  const hashUs = await medianOf(ownCpuMicroseconds, hashOnce());
  const signInUs = await medianOf(
    () => cpuMicroseconds(pid),
    () => signIn(platform.baseUrl, new Browser(platform.baseUrl, anyAddress()), person),
  );
  const restUs = signInUs - hashUs;
  const text = `A sign-in, medians of ${samples}: ${signInUs.toFixed(0)} us of the token service, of which ${hashUs.toFixed(0)} us are one hash; ${restUs.toFixed(0)} us without it.`;
  return { document: { title: 'A sign-in', samples, signInUs, hashUs, restUs }, text };
}

function hashOnce(): () => Promise<unknown> {
  const passwords = new Passwords();
  return () => passwords.hash(untracedContext(), 'operators', 'the words of a person');
}

async function medianOf(cpuUs: () => number, work: () => Promise<unknown>): Promise<number> {
  const spent: number[] = [];
  await work();
  while (spent.length < samples) {
    const before = cpuUs();
    await work();
    spent.push(cpuUs() - before);
  }
  return median(spent);
}
