import type { z } from 'zod';
import { Member, type Members } from './member.ts';
import { StoredMember, type Stored } from './stored-member.ts';

/** One of some words. Some surfaces take a word by its name alone, others by its number too. */
export class WordMember<
  Shown extends z.ZodType,
  Named extends z.ZodType,
  Numbered extends z.ZodType,
> extends StoredMember<Shown, Named> {
  readonly byNumber: Member<Shown, Numbered>;

  constructor(shown: Shown, named: Named, numbered: Numbered, stored: Stored) {
    super(shown, named, stored);
    this.byNumber = new Member(shown, numbered);
  }

  override describe(description: string): WordMember<Shown, Named, Numbered> {
    const { shown, taken } = this.byNumber.describe(description);
    return new WordMember(shown, this.described(description)[1], taken, this.stored);
  }
}

/** The members of a surface that takes words by their numbers too. */
export type TakenByNumber<M extends Members> = {
  [K in keyof M]: M[K] extends { readonly byNumber: infer ByNumber extends Member } ? ByNumber : M[K];
};

export function takenByNumber<M extends Members>(members: M): TakenByNumber<M> {
  const taken = Object.entries(members).map(([name, member]) => [
    name,
    member instanceof WordMember ? member.byNumber : member,
  ]);
  // Made of the members' own entries, as the type above says.
  return Object.fromEntries(taken) as TakenByNumber<M>;
}
