import type { Attack } from '../attack.ts';
import { holdingAttacks } from './holding.ts';
import { misleadingAttacks } from './misleading.ts';
import { pipeliningAttacks } from './pipelining.ts';

/** Everything that one caller is known to try. */
export const attacks: readonly Attack[] = [...pipeliningAttacks, ...holdingAttacks, ...misleadingAttacks];
