import { Agent } from 'node:http';
import { networkInterfaces } from 'node:os';
import { send } from '../load/send.ts';
import type { Guesses } from '../steps/callers-outside.ts';

/** Run as a caller from outside: guesses secrets from two addresses of this machine, and prints what came for each. */
const [url = ''] = process.argv.slice(2);
const addresses = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
const callers: Guesses[] = [];
for (const caller of addresses.slice(0, 2)) {
  const statuses: number[] = [];
  for (let guess = 1; guess <= 33; guess += 1) {
    statuses.push(await guessFrom(caller, guess));
  }
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  callers.push({ caller, refused: count(401), limited: count(429) });
}
console.log(JSON.stringify(callers));

async function guessFrom(caller: string, guess: number): Promise<number> {
  const { status } = await send(
    new Agent(),
    {
      method: 'POST',
      url: `${url}/connect/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `192.0.2.${guess}` },
      body: 'grant_type=client_credentials&client_id=nobody&client_secret=wrong',
    },
    caller,
  );
  return status;
}
