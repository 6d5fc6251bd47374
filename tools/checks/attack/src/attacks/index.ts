import type { Attack } from '../attack.ts';
import { attacksFromMany } from './from-many.ts';
import { guessingAttacks } from './guessing.ts';
import { heavyBodyAttacks } from './heavy-bodies.ts';
import { holdingAttacks } from './holding.ts';
import { invitingAttacks } from './inviting.ts';
import { misleadingAttacks } from './misleading.ts';
import { pipeliningAttacks } from './pipelining.ts';
import { readingAttacks } from './reading.ts';
import { rightPasswordAttacks } from './right-passwords.ts';
import { searchingAttacks } from './searching.ts';

/** Every known attack of one caller. */
export const attacks: readonly Attack[] = [
  ...pipeliningAttacks,
  ...holdingAttacks,
  ...misleadingAttacks,
  ...guessingAttacks,
  ...rightPasswordAttacks,
  ...heavyBodyAttacks,
  ...readingAttacks,
  ...searchingAttacks,
  ...invitingAttacks,
  ...attacksFromMany,
];
