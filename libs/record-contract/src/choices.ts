import type { Member } from '@rapport/http-contract/members';
import type { z } from 'zod';

type Words = readonly [string, ...string[]];
type Enum<W extends Words> = z.ZodEnum<{ [K in W[number]]: K }>;

/** How a surface takes words of a list: the public API by their names alone, the application API by their numbers too. */
export interface Choices {
  readonly choice: <const W extends Words>(words: W) => Member<z.ZodNullable<Enum<W>>, z.ZodType<W[number] | null>>;
  readonly choiceOr: <const W extends Words>(words: W, byDefault: W[number]) => Member<Enum<W>, z.ZodType<W[number]>>;
}
