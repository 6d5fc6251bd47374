import type { z } from 'zod';

/** A member of a record: its form in answers and its form in bodies. */
export class Member<Shown extends z.ZodType = z.ZodType, Taken extends z.ZodType | null = z.ZodType | null> {
  readonly shown: Shown;
  /** Null for a member that no body sets. A body that has it all the same is taken, and the member is dropped. */
  readonly taken: Taken;

  constructor(shown: Shown, taken: Taken) {
    this.shown = shown;
    this.taken = taken;
  }

  /** Says what the member means, in answers and in bodies alike. */
  describe(description: string): Member<Shown, Taken> {
    return new Member(...this.described(description));
  }

  protected described(description: string): [shown: Shown, taken: Taken] {
    const taken = this.taken?.describe(description) ?? null;
    // A description changes no type: what was null stays null.
    return [this.shown.describe(description), taken as Taken];
  }
}

export type Members = Readonly<Record<string, Member>>;

/** The members as answers show them. */
export type ShownMembers<M extends Members> = { [K in keyof M]: M[K]['shown'] };

/** The members that a body may set. */
export type TakenMembers<M extends Members> = {
  [K in keyof M as M[K]['taken'] extends z.ZodType ? K : never]: Extract<M[K]['taken'], z.ZodType>;
};

export function shownMembers<M extends Members>(members: M): ShownMembers<M> {
  const shown = Object.entries(members).map(([name, member]) => [name, member.shown]);
  // Made of the members' own entries, so each name has its schema.
  return Object.fromEntries(shown) as ShownMembers<M>;
}

export function takenMembers<M extends Members>(members: M): TakenMembers<M> {
  const taken = Object.entries(members).flatMap(([name, member]) =>
    member.taken === null ? [] : [[name, member.taken]],
  );
  return Object.fromEntries(taken) as TakenMembers<M>;
}

/** The names of the members that no body sets. */
export function readOnlyMembers(members: Members): string[] {
  return Object.keys(members).filter((name) => members[name]?.taken === null);
}
