import type { RunningPlatform, Tenant } from '@rapport/testbed';

type Platform = Pick<RunningPlatform, 'query'>;

/** Every id that the rows of a tenant have, in control and in its cell. */
export async function idsOf(platform: Platform, { id, number, schema }: Tenant): Promise<Set<string>> {
  const inCell = { tables: tablesOfCell, of: [schema, `tenant = ${number}`] };
  const inControl = { tables: tablesOfControl, of: [`tenant_id = '${id}'`] };
  const roles = [['administrator', inCell] as const, ['administrator of control', inControl] as const];
  const found = new Set<string>();
  for (const [role, { tables, of }] of roles) {
    for (const { rows } of await platform.query<{ rows: string }>(tables, of, role)) {
      const texts = await platform.query<{ text: string }>(
        `select to_jsonb(kept)::text as text from ${rows}`,
        [],
        role,
      );
      texts.forEach(({ text }) => idsWithin(text).forEach((each) => found.add(each)));
    }
  }
  return found;
}

export function idsWithin(text: string): Set<string> {
  return new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g));
}

/** The contents of control's columns of bytes and of secret texts, in each form in which a file may have them. */
export async function secretsIn(platform: Platform): Promise<string[]> {
  const role = 'administrator of control';
  const kept = await platform.query<{ one: string }>(secretColumns, [], role);
  const all = kept.map(({ one }) => one).join(' union all ');
  const found = await platform.query<{ secret: string; isBytes: boolean }>(all, [], role);
  return found
    .filter(({ secret }) => secret.length >= leastLength)
    .flatMap(({ secret, isBytes }) => (isBytes ? formsOf(Buffer.from(secret, 'hex')) : secret));
}

function formsOf(bytes: Buffer): string[] {
  return [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

/** A shorter text may be part of another one by chance. */
const leastLength = 16;

const tablesOfCell = `select format('%I.%I kept', table_schema, table_name) as rows from information_schema.tables
  where table_schema = $1 and table_type = 'BASE TABLE'
union all
select format('cell.%I kept where ', table_name) || $2 from information_schema.columns
  where table_schema = 'cell' and column_name = 'tenant'`;

const tablesOfControl = `select format('control.%I kept where ', table_name) || $1 as rows from information_schema.columns
  where table_schema = 'control' and column_name = 'tenant_id'`;

const secretColumns = `select case data_type
  when 'bytea' then format('select encode(%2$I, ''hex'') as secret, true as "isBytes" from control.%1$I where %2$I is not null', table_name, column_name)
  else format('select %2$I::text, false from control.%1$I where %2$I is not null', table_name, column_name) end as one
from information_schema.columns
where table_schema = 'control' and (data_type = 'bytea' or column_name ~ 'digest|hash|secret|password')
order by data_type = 'bytea' desc`;
