import { Member, StoredMember, type Stored, type Words } from '@rapport/members';
import { optionalId, requiredId } from '@rapport/members/fields';
import { z } from 'zod';
import type { RecordTarget, Target } from './target.ts';

/** The kind that has the reference. */
export const itself = 'itself';

/** The thing that a reference names. */
export interface Named {
  readonly target?: Target | typeof itself;
  /** The members whose records have a member of this name too, from which it is taken where a body says none. */
  readonly takenFrom?: readonly string[];
  /** Whether the records may be deleted all the same: then answers do not show the id any more. */
  readonly isWeak?: true;
  /** The table of such records, where they have no target. */
  readonly weakTo?: string;
}

/** A member with the id of something else, or with several. */
export class ReferenceMember<
  Shown extends z.ZodType = z.ZodType,
  Taken extends z.ZodType | null = z.ZodType | null,
> extends StoredMember<Shown, Taken> {
  readonly named: Named;

  constructor(shown: Shown, taken: Taken, stored: Stored, named: Named) {
    super(shown, taken, stored);
    this.named = named;
  }

  override describe(description: string): ReferenceMember<Shown, Taken> {
    return new ReferenceMember(...this.described(description), this.stored, this.named);
  }
}

/** The id of another record. */
export function reference(target: Target | typeof itself, { takenFrom }: Pick<Named, 'takenFrom'> = {}) {
  return new ReferenceMember(
    z.uuid().nullable(),
    optionalId(),
    { type: 'id' },
    { target, ...(takenFrom && { takenFrom }) },
  );
}

/** The id without which there is no record. */
export function requiredReference(target: Target) {
  return new ReferenceMember(z.uuid(), requiredId(), { type: 'id', isRequired: true }, { target });
}

/** The id of a record that may be deleted all the same. */
export function weakReference(target: RecordTarget | typeof itself) {
  return new ReferenceMember(z.uuid().nullable(), optionalId(), { type: 'id' }, { target, isWeak: true });
}

/** The ids of other records, each once. One that is deleted is shown no more. */
export function weakReferences(target: RecordTarget, countMax: number) {
  const taken = z
    .array(requiredId())
    .max(countMax)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]);
  return new ReferenceMember(z.array(z.uuid()), taken, { type: 'ids', default: [] }, { target, isWeak: true });
}

/** The id of a record of this table that a step left. It holds nothing, and answers show it while the record is there. */
export function weakReferenceByStep(table: string, description: string) {
  const shown = z.uuid().nullable().describe(description);
  return new ReferenceMember(shown, null, { type: 'id' }, { weakTo: table });
}

/**
 * The origin of a member that is shown beside another: a name that is kept as a copy, so that a rename changes the
 * record; a name that is read together with the record; or the word of a number.
 */
export type Origin = 'copiedName' | 'readName' | 'word';

/** A member that follows from another one. */
export class BesideMember<Of extends string, From extends Origin, Shown extends z.ZodType> extends Member<Shown, null> {
  readonly of: Of;
  readonly origin: From;

  constructor(of: Of, origin: From, shown: Shown) {
    super(shown, null);
    this.of = of;
    this.origin = origin;
  }
}

export function isReference(member: Member | undefined): member is ReferenceMember {
  return member instanceof ReferenceMember;
}

export function isBeside(member: Member): member is BesideMember<string, Origin, z.ZodType> {
  return member instanceof BesideMember;
}

/** The name of what a reference names, which not every caller that sees the record may see. */
export function nameOf<const Of extends string>(reference: Of, whose: string) {
  return new BesideMember(reference, 'readName', name(`The name of ${whose}; null where the caller may not see it.`));
}

/** A name that each caller sees that sees the record. */
export function seenNameOf<const Of extends string>(reference: Of, whose: string) {
  return new BesideMember(reference, 'readName', name(`The name of ${whose}.`));
}

/** A name that is kept as a copy, so that clients are told of a rename as of each change of the record. */
export function copiedNameOf<const Of extends string>(reference: Of, whose: string) {
  return new BesideMember(reference, 'copiedName', name(`The name of ${whose}; null where the client may not see it.`));
}

/** The word beside a member that goes out as its number. */
export function wordOf<const Of extends string, const W extends Words>(member: Of, words: W) {
  return new BesideMember(member, 'word', z.enum(words));
}

function name(description: string) {
  return z.string().nullable().describe(description);
}
