import { Caller, tokenRequest } from '@rapport/testbed';
import type { Guesser, Guesses } from '../steps/callers-outside.ts';

/** Run as callers from outside: each guesses secrets 33 times, and what came for each is printed. */
const [url = '', text = '[]'] = process.argv.slice(2);
const all: Guesses[] = [];
for (const caller of JSON.parse(text) as Guesser[]) {
  const statuses: number[] = [];
  for (let guess = 1; guess <= 33; guess += 1) {
    statuses.push(await guessAs(caller, guess));
  }
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  all.push({ ...caller, refused: count(401), limited: count(429) });
}
console.log(JSON.stringify(all));

async function guessAs({ from, via }: Guesser, guess: number): Promise<number> {
  const asked = { origin: url, ...tokenRequest({ clientId: 'nobody', clientSecret: 'wrong' }) };
  const forged = { 'x-forwarded-for': [`192.0.2.${guess}`, ...via].join(', ') };
  const caller = new Caller({ from, isKept: false, answerMs: 15_000 });
  return (await caller.send({ ...asked, headers: { ...asked.headers, ...forged } })).status;
}
