import type { Model, ModelRecord, Viewer } from '../../model.ts';
import type { Members } from '../../resources.ts';

/** A record that may be the same as one that a conversion would make. */
export interface Match {
  readonly record: ModelRecord;
  readonly matchedOn: readonly Mark[];
  readonly score: number;
}

type Mark = keyof typeof scores;

const scores = { email: 90, name: 50 };
const strongScore = 90;
const matchesMax = 10;

/** The best first, then the oldest. Records that the caller does not see are among them. */
export function matchesOf(model: Model, kind: 'customers' | 'contacts', values: Members): Match[] {
  const { email, name, firstName, lastName } = values;
  const wanted: Readonly<Record<Mark, string>> = {
    email: folded(email),
    name: folded(name ?? [firstName, lastName].filter((text) => typeof text === 'string').join(' ')),
  };
  return model
    .of(kind)
    .filter(({ isDeleted }) => !isDeleted)
    .flatMap((record): Match[] => {
      const own = { email: folded(record.members['email']), name: folded(model.nameOf(kind, record)) };
      const matchedOn = (['email', 'name'] as const).filter(
        (mark) => wanted[mark] !== '' && own[mark] === wanted[mark],
      );
      const score = Math.max(...matchedOn.map((mark) => scores[mark]));
      return matchedOn.length > 0 ? [{ record, matchedOn, score }] : [];
    })
    .toSorted((one, other) => other.score - one.score || order(one.record, other.record))
    .slice(0, matchesMax);
}

export function isStrong({ score }: Match): boolean {
  return score >= strongScore;
}

/** A match as this person is shown it. */
export function shownMatch(model: Model, viewer: Viewer, { record, matchedOn, score }: Match): Members {
  const isSeen = model.sees(viewer, record);
  return {
    id: isSeen ? record.id : null,
    code: isSeen ? (record.members['code'] ?? null) : null,
    name: isSeen ? model.nameOf(record.resource, record) : null,
    ...{ matchedOn, score },
  };
}

function folded(text: unknown): string {
  return typeof text === 'string' ? text.toLowerCase() : '';
}

function order(one: ModelRecord, other: ModelRecord): number {
  const [a, b] = [`${one.createdOnUtc} ${one.id}`, `${other.createdOnUtc} ${other.id}`];
  return a < b ? -1 : 1;
}
