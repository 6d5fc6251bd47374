import type { Spoils, Target } from './attack.ts';
import { attacks } from './attacks/index.ts';

// The attacker is a process of its own: what it does must not hold up the caller that is watched.
const [name = '', target = '{}'] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name);
if (attack === undefined) {
  throw new Error(`There is no attack ${name}.`);
}
const ending = new AbortController();
process.once('message', () => ending.abort());
process.once('disconnect', () => process.exit(1));
process.send?.('begins');
const spoils: Spoils = await attack.run(JSON.parse(target) as Target, ending.signal);
process.send?.(spoils, () => process.disconnect());
