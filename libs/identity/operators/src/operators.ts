import { audit, type ChangeContext } from '@rapport/audit';
import { constraintOf, isUniqueViolation, statement, utcText, type Database } from '@rapport/database';
import { AppError, newId, validationFailed, type CallContext } from '@rapport/kernel';
import { digestOf, newOperatorCredential } from './credential.ts';

export interface NewOperator {
  readonly name: string;
  readonly expiresOnUtc?: string | null | undefined;
}

export interface ListedOperator {
  readonly name: string;
  readonly createdOnUtc: string;
  readonly expiresOnUtc: string | null;
  readonly revokedOnUtc: string | null;
  readonly lastUsedOnUtc: string | null;
}

/** The people who may run the platform. Control is asked at each request, so what ends a credential holds at once, everywhere. */
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
    const { control } = this.#database;
    const sent = findOperator.with({ digest: digestOf(credential) });
    const [operator] = await control.query<{ id: string; name: string; isUseNoted: boolean }>(context, sent);
    if (!operator) {
      throw new AppError('token_invalid', 'The credential is no live credential of an operator.');
    }
    if (!operator.isUseNoted) {
      await control.query(context, noteUse.with({ id: operator.id }));
    }
    return operator.name;
  }

  /** The credential of a new operator, which nothing keeps. */
  async create(context: ChangeContext, operator: NewOperator): Promise<string> {
    const credential = newOperatorCredential();
    await this.ensure(context, { ...operator, credential });
    return credential;
  }

  /** Makes a credential valid that the caller keeps. One that was given before stays as it is, also where it has ended. */
  async ensure(
    context: ChangeContext,
    { name, expiresOnUtc = null, credential }: NewOperator & { readonly credential: string },
  ): Promise<void> {
    try {
      await this.#database.control.transaction(context, async (sql) => {
        const operator = { id: newId(), name, digest: digestOf(credential), expiresOnUtc };
        if ((await sql.query(context, insertOperator.with(operator))).length > 0) {
          await audit(context, sql, null, 'operator.created', name, { expiresOnUtc });
        }
      });
    } catch (error) {
      throw refusalOf(error, name);
    }
  }

  /** All that there ever were. Operators are few. */
  async list(context: CallContext): Promise<ListedOperator[]> {
    return this.#database.control.query<ListedOperator>(context, listOperators);
  }

  /** Ends an operator's credential; 404 where there is no such operator. */
  async revoke(context: ChangeContext, name: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const [operator] = await sql.query<{ isRevoked: boolean }>(context, holdOperator.with({ name }));
      if (!operator) {
        throw new AppError('not_found', `There is no operator ${name}.`);
      }
      if (!operator.isRevoked) {
        await sql.query(context, revokeOperator.with({ name }));
        await audit(context, sql, null, 'operator.revoked', name);
      }
    });
  }
}

function refusalOf(error: unknown, name: string): unknown {
  if (isUniqueViolation(error, 'operator_name')) {
    return new AppError('name_conflict', `There is or was an operator ${name}; a name is given once.`, {
      cause: error,
    });
  }
  return constraintOf(error) === 'operator_expires'
    ? validationFailed({ expiresOnUtc: ['This lies in the past.'] })
    : error;
}

const isLive = 'revoked_on is null and (expires_on is null or expires_on > clock_timestamp())';
const isUseNoted = `last_used_on > clock_timestamp() - interval '1 hour'`;

const findOperator = statement(
  'operator_find',
  `select id, name, coalesce(${isUseNoted}, false) as "isUseNoted" from control.operator where digest = :digest and ${isLive}`,
);

// Of requests that come at once, one writes.
const noteUse = statement(
  'operator_note_use',
  `update control.operator set last_used_on = clock_timestamp() where id = :id and (${isUseNoted}) is not true`,
);

// No row if the credential is there already. A name that is there violates the index of the names.
const insertOperator = statement(
  'operator_insert',
  `insert into control.operator (id, name, digest, expires_on) values (:id, :name, :digest, :expiresOnUtc)
on conflict (digest) do nothing returning id`,
);

const listOperators = statement(
  'operator_list',
  `select name, ${utcText('created_on')} as "createdOnUtc", ${utcText('expires_on')} as "expiresOnUtc",
  ${utcText('revoked_on')} as "revokedOnUtc", ${utcText('last_used_on')} as "lastUsedOnUtc"
from control.operator order by name`,
);

// Of two that revoke at once, the second finds what the first did.
const holdOperator = statement(
  'operator_hold',
  `select revoked_on is not null as "isRevoked" from control.operator where lower(name) = lower(:name) for update`,
);

const revokeOperator = statement(
  'operator_revoke',
  'update control.operator set revoked_on = clock_timestamp() where lower(name) = lower(:name)',
);
