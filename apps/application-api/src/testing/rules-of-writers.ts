import {
  columnName,
  hasOwner,
  isMemberChange,
  keyColumnName,
  nameCopies,
  type RecordDefinition,
} from '@rapport/records';

/** Each statement owes these for a record that it writes. */
export type WriterRule =
  'stamp' | 'version' | 'outbox row' | 'copies' | 'fan-out row' | 'search text' | 'details' | 'keys';

/** A statement's work on the records of a kind, and the rules that it leaves out. */
export interface Writer {
  readonly kind: string;
  readonly operation: Operation;
  readonly leavesOut: readonly WriterRule[];
}

type Operation = 'created' | 'updated' | 'deleted';

/** Each kind whose table a text writes. */
export function writersIn(sent: string, kinds: readonly RecordDefinition[]): Writer[] {
  // A function of the cell runs the text of a literal.
  const text = sent.replaceAll(`''`, `'`);
  return kinds.flatMap((definition) =>
    (['created', 'updated', 'deleted'] as const).flatMap((operation) => {
      const columns = columnsWritten(text, definition, operation);
      return columns === null ? [] : [writerOf({ text, definition, operation, columns }, kinds)];
    }),
  );
}

interface Write {
  readonly text: string;
  readonly definition: RecordDefinition;
  readonly operation: Operation;
  /** The columns that it gives a value; none where it deletes. */
  readonly columns: readonly string[];
}

function writerOf(write: Write, kinds: readonly RecordDefinition[]): Writer {
  const kept: Record<WriterRule, boolean> = {
    // A statement that may come without the stamp of its transaction takes one of its own.
    stamp: /cell\.stamp\(|(?<!coalesce\():at::timestamptz/.test(write.text),
    version: hasVersion(write),
    'outbox row': hasOutboxRow(write),
    copies: hasCopies(write),
    'fan-out row': hasFanOutRow(write, kinds),
    'search text': hasSearchText(write),
    details: hasDetails(write),
    keys: hasKeys(write),
  };
  const leavesOut = (Object.keys(kept) as WriterRule[]).filter((rule) => !kept[rule]);
  return { kind: write.definition.resource.name, operation: write.operation, leavesOut };
}

function columnsWritten(text: string, { resource: { table } }: RecordDefinition, operation: Operation) {
  const found = {
    created: `insert into tenant\\.${table} \\(([^)]*)\\)`,
    updated: `update tenant\\.${table} record\\s+set ([^]*?last_modified_on = )`,
    deleted: `delete from tenant\\.${table}\\b()`,
  }[operation];
  const list = new RegExp(found).exec(text)?.[1];
  if (list === undefined) {
    return null;
  }
  return operation === 'created'
    ? list.split(', ')
    : Array.from(list.matchAll(/(?:^|, )(\w+) = /g), ([, column = '']) => column);
}

function hasVersion({ text, operation, columns }: Write): boolean {
  return operation === 'deleted'
    ? text.includes('record.version + 1 as version')
    : ['version', 'last_modified_on'].every((column) => columns.includes(column));
}

/** With the owner and team of before and after, as far as there is such a time, where the records have them. */
function hasOutboxRow({ text, definition, operation }: Write): boolean {
  const of = `:tenant, ${definition.resource.number}, id, '${operation}'`;
  const rows = Array.from(text.matchAll(/insert into cell\.outbox \(([^)]*)\)\s+select (.*?) from /g));
  const sides = { created: ['after'], updated: ['before', 'after'], deleted: ['before'] }[operation];
  const wanted = hasOwner(definition) ? sides.flatMap((side) => [`owner_${side}`, `team_${side}`]) : [];
  return rows.some(
    ([, columns = '', values = '']) => values.includes(of) && wanted.every((name) => columns.includes(name)),
  );
}

function hasCopies({ definition, operation, columns }: Write): boolean {
  return operation === 'deleted' || nameCopies(definition).every(({ copy }) => columns.includes(copy));
}

/** Only what is updated can be shown elsewhere under a former name, by a former owner or in a former team. */
function hasFanOutRow({ text, definition, operation, columns }: Write, kinds: readonly RecordDefinition[]): boolean {
  const isSource = kinds.some((kind) =>
    nameCopies(kind).some(({ resource }) => resource.number === definition.resource.number),
  );
  const shown = ['name', 'first_name', 'last_name', 'company_name', 'owner_user_id', 'team_id'];
  const isShown = isSource && operation === 'updated' && shown.some((column) => columns.includes(column));
  return !isShown || text.includes('cell.open_fan_out') || text.includes('insert into cell.fan_out');
}

function hasSearchText({ text, definition, operation, columns }: Write): boolean {
  const searched = (definition.search?.texts ?? []).map(columnName);
  const isTouched = operation === 'updated' ? searched.some((column) => columns.includes(column)) : searched.length > 0;
  const verb = operation === 'deleted' ? 'delete from' : 'insert into';
  return !isTouched || text.includes(`${verb} tenant.search_text`);
}

/** A write that a timeline has an item of says so. Parts that go with their customer are in no timeline any more. */
function hasDetails({ text, definition, operation, columns }: Write): boolean {
  const owed = (definition.timeline?.rules ?? []).some(({ on }) =>
    on.some((occasion) => {
      if (isMemberChange(occasion)) {
        return operation === 'updated' && columns.includes(columnName(occasion.changed));
      }
      const wanted = { created: 'created', changed: 'updated', deleted: 'deleted' }[occasion];
      const isChanged = operation !== 'updated' || columns.some((column) => isMember(definition, column));
      return wanted === operation && isChanged;
    }),
  );
  const goesAlong = operation === 'deleted' && text.includes(`gone_${definition.resource.table} as (`);
  const of = `:tenant, ${definition.resource.number}, id, '${operation}'`;
  const rows = Array.from(text.matchAll(/insert into cell\.outbox \(([^)]*)\)\s+select ([^]*?) from /g));
  return (
    !owed || goesAlong || rows.some(([, names = '', values = '']) => values.includes(of) && names.includes('details'))
  );
}

/** A value that is found by its key is never written without it. */
function hasKeys({ definition, columns }: Write): boolean {
  const keyed = Object.entries(definition.columns).filter(([, { keyOf }]) => keyOf !== undefined);
  return keyed.every(([member]) => columns.includes(columnName(member)) === columns.includes(keyColumnName(member)));
}

/** A team follows from an owner, and no answer shows it. */
function isMember({ columns }: RecordDefinition, column: string): boolean {
  return Object.keys(columns).some((member) => columnName(member) === column) || column === 'custom_fields';
}
