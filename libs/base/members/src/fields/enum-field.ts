import { z } from 'zod';
import { choiceOf } from './named-list.ts';
import { refuse } from './refuse.ts';

/** A word of a list, which may come in as its number: its position in the list from 1, and 99 for `other`. */
export function enumField<const W extends Words>(words: W) {
  return z
    .union([z.string(), z.number()], { error: ({ input }) => wrong(words, input) })
    .transform((value, context): W[number] => wordOf(words, value) ?? refuse(context, sayWords(words)))
    .meta(choiceByNumber(words));
}

/** A word that may be left out; null and nothing are the default. */
export function enumFieldOr<const W extends Words, Default extends W[number] | null | undefined>(
  words: W,
  byDefault: Default,
) {
  return z
    .union([z.string(), z.number()], { error: ({ input }) => wrong(words, input) })
    .nullish()
    .transform((value, context): W[number] | Default =>
      value == null ? byDefault : (wordOf(words, value) ?? refuse(context, sayWords(words))),
    )
    .meta(choiceByNumber(words, { isNullable: true }));
}

/** A word in a query, where a number is its digits; null where it is left out. */
export function enumParameter<const W extends Words>(words: W) {
  return z
    .string()
    .optional()
    .transform((value, context): W[number] | null =>
      value === undefined ? null : (namedWordOf(words, value) ?? refuse(context, sayWords(words))),
    )
    .meta(choiceByNumber(words));
}

/** The word of a list that a text from an address names. */
export function namedWordOf<W extends readonly string[]>(words: W, text: string): W[number] | undefined {
  return wordOf(words, /^[1-9]\d?$/.test(text) ? Number(text) : text);
}

/** The word of a list that a value from a body names. */
export function wordOf<W extends readonly string[]>(words: W, value: unknown): W[number] | undefined {
  return words.find((word) => value === word || value === numberOf(words, word));
}

/** A word that a request may name by its number, as documents say it. */
export function choiceByNumber(words: readonly string[], { isNullable = false } = {}) {
  return choiceOf({ list: words, isNullable, numbers: words.map((word) => numberOf(words, word)) });
}

export function sayWords(words: readonly string[]): string {
  return `This must be one of ${words.map((word) => `"${word}" (${numberOf(words, word)})`).join(', ')}.`;
}

type Words = readonly [string, ...string[]];

function numberOf(words: readonly string[], word: string): number {
  return word === 'other' ? 99 : words.indexOf(word) + 1;
}

function wrong(words: Words, input: unknown): string {
  return input === undefined ? 'This is required; send it.' : sayWords(words);
}
