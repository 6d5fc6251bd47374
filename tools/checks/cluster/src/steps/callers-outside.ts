import { join } from 'node:path';
import type { Outside } from '../cluster/outside.ts';
import type { Scene } from '../scene.ts';

/** Who guesses: the address from which a connection comes, and what proxies add to the address that was forged. */
export interface Guesser {
  readonly from: string;
  readonly via: readonly string[];
}

/** The answers to the guesses of one caller. */
export interface Guesses extends Guesser {
  readonly refused: number;
  readonly limited: number;
}

/** A caller has thirty wrong guesses a minute, also with forged addresses, and behind two proxies. */
export async function callersOutside(scene: Scene): Promise<string> {
  const outside = await scene.outside();
  const [one = '', other = '', proxy = ''] = outside.addresses;
  const direct = [one, other].map((from) => ({ from, via: [] }));
  const seen = await guesses(scene, outside, direct);
  await scene.release.upgrade({ 'edge.trustedProxies': `{${proxy}/32,${farProxy}/32}` });
  const behind = ['198.51.100.1', '198.51.100.2'].map((address) => ({ from: proxy, via: [address, farProxy] }));
  const seenBehind = await guesses(scene, outside, behind);
  await scene.release.upgrade({ 'edge.trustedProxies': '{}' });
  return `with forged addresses ${seen}; behind two proxies ${seenBehind}`;
}

async function guesses({ entrance }: Scene, outside: Outside, callers: readonly Guesser[]): Promise<string> {
  const program = join(import.meta.dirname, '..', 'outside', 'main.ts');
  const url = `http://${outside.node}:${entrance.port}`;
  const all = JSON.parse(await outside.run([program, url, JSON.stringify(callers)])) as readonly Guesses[];
  const seen = all
    .map(({ from, via, refused, limited }) => `${[...via, from].join(' via ')} ${refused} x 401, ${limited} x 429`)
    .join('; ');
  if (all.some(({ refused, limited }) => refused !== 30 || limited !== 3)) {
    throw new Error(`Each caller should have 30 guesses: ${seen}`);
  }
  return seen;
}

/** The one of two proxies that the caller meets first. */
const farProxy = '203.0.113.9';
