import { isStored, type Members, type Stored } from '@rapport/members';
import type { AnyKind, Kind } from '@rapport/kinds';
import type { Column } from './column.ts';
import type { Columns, RecordDefinition, RecordSearch } from './definition.ts';
import { columnsOf, type ColumnsOf } from './kind-columns.ts';

type NoneComputed = Readonly<Record<never, Column<unknown, unknown>>>;

/** The part of a kind's records that is SQL, or stands in their table alone. */
export interface RecordSql<M extends Members, F extends Columns>
  extends Pick<RecordDefinition, 'freeze' | 'timeline'>, Pick<RecordSearch, 'textsOf'> {
  /** The members behind whose columns an index stands, so that a search may begin with one of their values. */
  readonly indexed: readonly (keyof M & string)[];
  /** The members that are computed when a record is read. */
  readonly computed?: F;
  readonly goesWith?: readonly (keyof M & string)[];
  readonly goesAfter?: readonly (keyof M & string)[];
}

/** The records of a kind, with what is SQL of them. */
export function defineRecords<M extends Members, const F extends Columns = NoneComputed>(
  kind: Kind<M>,
  // Without computed members there are none in the type.
  { computed = {} as F, indexed, textsOf, ...sql }: RecordSql<M, F>,
): RecordDefinition<ColumnsOf<M> & F> {
  const { resource, seenBy, states } = kind;
  return {
    ...sql,
    resource,
    columns: { ...columnsOf(kind), ...computed },
    ...(seenBy && { seenBy }),
    ...(states && { states }),
    search: { texts: kind.search.words, otherTexts: otherTexts(kind), indexed, ...(textsOf && { textsOf }) },
  };
}

/** A text that people write is compared without case, also where no words are looked for in it. */
function otherTexts({ members, search: { words, filters, sorts } }: AnyKind): string[] {
  return [...new Set([...filters, ...sorts])].filter((name) => {
    const member = members[name];
    return isStored(member) && isWritten(member.stored) && !words.includes(name);
  });
}

function isWritten({ type, words }: Stored): boolean {
  return type === 'text' && words === undefined;
}
