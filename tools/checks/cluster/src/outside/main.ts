import { Agent } from 'node:http';
import { send } from '../load/send.ts';
import type { Caller, Guesses } from '../steps/callers-outside.ts';

/** Run as callers from outside: each guesses secrets 33 times, and what came for each is printed. */
const [url = '', text = '[]'] = process.argv.slice(2);
const all: Guesses[] = [];
for (const caller of JSON.parse(text) as Caller[]) {
  const statuses: number[] = [];
  for (let guess = 1; guess <= 33; guess += 1) {
    statuses.push(await guessAs(caller, guess));
  }
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  all.push({ ...caller, refused: count(401), limited: count(429) });
}
console.log(JSON.stringify(all));

async function guessAs({ from, via }: Caller, guess: number): Promise<number> {
  const { status } = await send(
    new Agent(),
    {
      method: 'POST',
      url: `${url}/connect/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': [`192.0.2.${guess}`, ...via].join(', '),
      },
      body: 'grant_type=client_credentials&client_id=nobody&client_secret=wrong',
    },
    from,
  );
  return status;
}
