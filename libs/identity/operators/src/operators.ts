import { createHash } from 'node:crypto';
import { audit, type ChangeActor } from '@rapport/audit';
import { statement, type Database, type Sql } from '@rapport/database';
import { AppError, newId, type CallContext } from '@rapport/kernel';

/** The people who may run the platform. Their credentials are random and long, so control keeps a plain digest. */
export class Operators {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The operator's name; throws 401 for a wrong credential. */
  async authenticate(context: CallContext, authorization: string | undefined): Promise<string> {
    const credential = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (credential === undefined) {
      throw new AppError('token_missing', "Send the operator's credential: Authorization: Bearer rpt_op_...");
    }
    const sent = findOperator.with({ digest: digestOf(credential) });
    const [operator] = await this.#database.control.query<{ name: string }>(context, sent);
    if (!operator) {
      throw new AppError('token_invalid', 'The credential is no live credential of an operator.');
    }
    return operator.name;
  }
}

/** Makes the credential valid under this name. The same credential again changes nothing. */
export async function ensureOperator(
  context: CallContext,
  { control }: Database,
  { name, credential }: { name: string; credential: string },
): Promise<void> {
  await control.transaction(context, async (sql) => {
    if ((await sql.query(context, putOperator.with({ id: newId(), name, digest: digestOf(credential) }))).length > 0) {
      await note(context, sql, 'operator.created', name);
    }
  });
}

/** Ends the credential under this name; false where there is none. */
export async function endOperator(context: CallContext, { control }: Database, name: string): Promise<boolean> {
  return control.transaction(context, async (sql) => {
    const isEnded = (await sql.query(context, deleteOperator.with({ name }))).length > 0;
    if (isEnded) {
      await note(context, sql, 'operator.revoked', name);
    }
    return isEnded;
  });
}

/** Those whose credentials are valid. */
export async function operatorNames(context: CallContext, sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(context, listOperators);
  return rows.map(({ name }) => name);
}

/** The audit may lack this month, because an installation that stands still tends none. */
async function note(context: CallContext, sql: Sql, event: string, name: string): Promise<void> {
  await sql.query(context, tendMonths);
  await audit({ ...context, actor: installation }, sql, null, event, name);
}

/** Who has the databases of the installation makes and ends operators, and no operator does. */
const installation: ChangeActor = { kind: 'system', name: 'installation' };

function digestOf(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}

const findOperator = statement(
  'operator_find',
  `select name from control.operator where digest = :digest and (expires_on is null or expires_on > clock_timestamp())`,
);

const deleteOperator = statement('operator_delete', 'delete from control.operator where name = :name returning name');

/** Operators are few, and their names are unique. */
const listOperators = statement(
  'operator_list',
  'select name from control.operator where expires_on is null or expires_on > clock_timestamp() order by name',
);

const tendMonths = statement('operator_tend_months', 'select control.tend_months()');

const putOperator = statement(
  'operator_put',
  `insert into control.operator (id, name, digest) values (:id, :name, :digest)
on conflict (name) do update set digest = excluded.digest where operator.digest <> excluded.digest
returning name`,
);
