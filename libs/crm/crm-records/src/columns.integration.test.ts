import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { columnName, hasOwner, keyColumnName, nameCopies, type RecordDefinition } from '@rapport/records';
import { expect, test } from 'vitest';
import { recordKinds, synchronised } from './record-kinds.ts';

const databases = await databasesOfFile();
await databases.createTenant(1);

interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** The value, read back from the server. */
  readonly byDefault: unknown;
}

/** The columns of a table by its definition. */
function wantedColumns(definition: RecordDefinition): TableColumn[] {
  const own = Object.entries(definition.columns)
    .filter(([, { computed }]) => !computed)
    .map(([member, column]) => ({
      name: columnName(member),
      type: column.type,
      isRequired: column.isRequired === true || column.default !== undefined || column.defaultBy !== undefined,
      byDefault: column.default ?? null,
    }));
  const keys = Object.keys(definition.columns)
    .filter((member) => definition.columns[member]?.keyOf)
    .map((member) => optional(keyColumnName(member), 'text'));
  const copies = nameCopies(definition).map(({ copy }) => optional(copy, 'text'));
  const ofClients = synchronised.includes(definition)
    ? [{ ...required('custom_fields', 'jsonb'), byDefault: {} }, optional('external_ids', 'jsonb')]
    : [];
  const owner = hasOwner(definition) ? [optional('owner_user_id', 'uuid'), optional('team_id', 'uuid')] : [];
  return sorted([...own, ...keys, ...copies, ...derivedName(definition), ...ofClients, ...owner, ...ofEveryRecord]);
}

/** A resource whose name is not written has one that PostgreSQL makes of what is. */
function derivedName({ columns, resource }: RecordDefinition): TableColumn[] {
  const isAlwaysThere = resource.name === 'contacts';
  const isNamed = ['name', 'subject', 'title', 'number'].some((member) => member in columns);
  return isNamed ? [] : [{ ...optional('name', 'text'), isRequired: isAlwaysThere }];
}

const ofEveryRecord: readonly TableColumn[] = [
  required('id', 'uuid'),
  required('version', 'bigint'),
  required('created_on', 'timestamptz'),
  required('last_modified_on', 'timestamptz'),
];

test.each(recordKinds)(
  'the table of $resource.name has the columns that its definition says, and no others',
  async (definition) => {
    const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant({ number: 1, cell: 'cell' });
    const context = { trace: { traceId: 'test', traceparent: '' } };
    const { resource } = definition;
    const found = await owner.query<TableColumn>(context, columnsOf.with(resource));
    expect(sorted(found)).toEqual(wantedColumns(definition));
  },
);

test.each(recordKinds)(
  'the table of $resource.name refuses an update without a new stamp and version',
  async ({ resource }) => {
    const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant({ number: 1, cell: 'cell' });
    const context = { trace: { traceId: 'test', traceparent: '' } };
    expect(await owner.query(context, guardsOf.with(resource))).toEqual([{ name: 'stamped' }]);
  },
);

test('a contact is called by its first and last name, a lead too, or by its company where it has no last name', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant({ number: 1, cell: 'cell' });
  const context = { trace: { traceId: 'test', traceparent: '' } };
  expect(await owner.query(context, contactNames)).toEqual([{ name: 'Ada Lovelace' }, { name: 'Lovelace' }]);
  expect(await owner.query(context, leadNames)).toEqual([
    { name: 'Ada Lovelace' },
    { name: 'Lovelace' },
    { name: 'Engines' },
    { name: 'Engines' },
  ]);
});

function required(name: string, type: string): TableColumn {
  return { name, type, isRequired: true, byDefault: null };
}

function optional(name: string, type: string): TableColumn {
  return { name, type, isRequired: false, byDefault: null };
}

function sorted(columns: readonly TableColumn[]): TableColumn[] {
  return columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

// The default is an expression in the catalogue: it is evaluated by a call of its own, and comes back as JSON.
const columnsOf = statement(
  'test_columns_of',
  `select attname as name, replace(format_type(atttypid, null), 'timestamp with time zone', 'timestamptz') as type,
     attnotnull as "isRequired",
     case when attgenerated = '' and adbin is not null then (xpath('//d/text()', query_to_xml(
       format('select to_jsonb(%s)::text as d', pg_get_expr(adbin, adrelid)), true, true, '')))[1]::text::jsonb
     end as "byDefault"
   from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attrelid = ('tenant.' || :table::text)::regclass and attnum > 0 and not attisdropped`,
);

const guardsOf = statement(
  'test_guards_of',
  `select tgname as name from pg_trigger
   where tgrelid = ('tenant.' || :table::text)::regclass and tgfoid = 'cell.refuse_unstamped'::regproc and tgenabled = 'O'`,
);

const contactNames = statement(
  'test_contact_names',
  `insert into tenant.contact (id, first_name, last_name, version, created_on, last_modified_on)
   values (uuidv7(), 'Ada', 'Lovelace', 1, now(), now()), (uuidv7(), null, 'Lovelace', 1, now(), now()) returning name`,
);

const leadNames = statement(
  'test_lead_names',
  `insert into tenant.lead (id, first_name, last_name, company_name, version, created_on, last_modified_on)
   select uuidv7(), first_name, last_name, company_name, 1, now(), now()
   from (values ('Ada', 'Lovelace', 'Engines'), (null, 'Lovelace', null), ('Ada', null, 'Engines'), (null, null, 'Engines'))
     as said (first_name, last_name, company_name)
   returning name`,
);
