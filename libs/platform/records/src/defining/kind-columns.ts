import {
  isStored,
  type Member,
  type Members,
  type ShownValue,
  type Stored,
  type StoredMember,
  type TakenValue,
  type ValueType,
} from '@rapport/members';
import { addressKey } from '@rapport/kernel';
import {
  isBeside,
  isRecord,
  isReference,
  itself,
  type AnyKind,
  type Kind,
  type Named,
  type Origin,
  type Target,
} from '@rapport/kinds';
import { columnName, type Column, type ColumnType, type Source } from './column.ts';

/** The columns of a kind: one for each member that is stored. */
export type ColumnsOf<M extends Members> = {
  readonly [K in keyof M as M[K] extends StoredMember ? K : never]: ColumnOf<M[K]> & Beside<M, K>;
};

type ColumnOf<M extends Member> = Column<ShownValue<M>, TakenValue<M>>;

/** The members that follow from another one, as its column names them. */
type Beside<M extends Members, Of> = {
  readonly [
    K in keyof M as M[K] extends { readonly of: Of; readonly origin: infer From extends Origin } ? NamedAs[From] : never
  ]: K;
};

interface NamedAs {
  readonly copiedName: 'shownAs';
  readonly readName: 'joinedAs';
  readonly word: 'wordAs';
}

export function columnsOf<M extends Members>(kind: Kind<M>): ColumnsOf<M> {
  const columns = Object.entries<Member>(kind.members).flatMap(([name, member]) =>
    isStored(member) ? [[name, columnOf(kind, name, member)]] : [],
  );
  // Made of the kind's own members, as the type says.
  return Object.fromEntries(columns) as ColumnsOf<M>;
}

type AnyColumn = Column<unknown, unknown>;

const columnTypes: Readonly<Record<ValueType, ColumnType>> = {
  text: 'text',
  id: 'uuid',
  flag: 'boolean',
  integer: 'integer',
  amount: 'numeric',
  date: 'date',
  time: 'timestamptz',
  address: 'jsonb',
  texts: 'text[]',
  ids: 'uuid[]',
};

function columnOf(kind: AnyKind, name: string, member: StoredMember): AnyColumn {
  const { type, isKept = false, hasKey = false, words, defaultBy, ...more } = member.stored;
  return {
    ...more,
    type: columnTypes[type],
    ...(isKept && { kept: true }),
    ...(defaultBy && { defaultBy: { column: defaultBy.member, values: defaultBy.values } }),
    ...(hasKey && { keyOf: addressKey }),
    ...(isReference(member) && namedBy(kind, name, member.named)),
    ...shownBeside(kind, name, words),
  };
}

function namedBy(kind: AnyKind, name: string, { target, takenFrom, isWeak, weakTo }: Named): Partial<AnyColumn> {
  const named = target && targetIn(kind, target);
  const table = named && isRecord(named) && isWeak ? named.resource.table : weakTo;
  return {
    ...(named && { target: named }),
    ...(table !== undefined && { weakTo: table }),
    ...(takenFrom && { takenFrom: takenFrom.map((member) => sourceIn(kind, member, name)) }),
  };
}

/** A record that is named by another member has a member of the same name, from which this one is taken. */
function sourceIn(kind: AnyKind, member: string, name: string): Source {
  const from = kind.members[member];
  const target = isReference(from) && from.named.target && targetIn(kind, from.named.target);
  if (!target || !isRecord(target)) {
    throw new Error(`${kind.resource.name} take ${name} from ${member}, which names no record`);
  }
  return { member, target, column: columnName(name) };
}

function targetIn(kind: AnyKind, target: Target | typeof itself): Target {
  return target === itself ? kind : target;
}

function shownBeside({ members }: AnyKind, of: string, words: Stored['words']): Partial<AnyColumn> {
  for (const [name, member] of Object.entries(members)) {
    if (isBeside(member) && member.of === of) {
      switch (member.origin) {
        case 'copiedName':
          return { shownAs: name };
        case 'readName':
          return { joinedAs: name };
        case 'word':
          return { wordAs: name, ...(words && { words }) };
      }
    }
  }
  return {};
}
