import { bytesOf, constraintOf, isUniqueViolation, type Sent, type TenantSql, type WriteTurn } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { RecordInput } from '../defining/definition.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import { pathOf } from '../defining/resource.ts';
import { nextCode } from './body/codes.ts';
import { firstEtag } from './creating/create-values.ts';
import { making, type Made, type Making } from './making.ts';
import type { WriteStatements } from './write-statements.ts';
import { allowedChange } from './body/custom-field-change.ts';
import { findStoredAnswer, type IdempotencyKey, type StoredAnswer } from '../transacting/idempotency.ts';
import type { Attempts } from '../transacting/attempts.ts';
import { Redefined } from '../transacting/redefined.ts';
import { externalIdConflict, holderStatement, valueTaken, type HolderStatement } from './body/refusals.ts';
import { codeConstraint, CodeHolder } from './body/taken-code.ts';

/** The answer of the request that made a record; `replayed` when that was an earlier one with the same key. */
export interface Created extends StoredAnswer, RecordAnswer {
  readonly replayed: boolean;
}

/** Makes records: one statement each, repeated where a generated code or an expired key refused it. */
export class RecordCreator {
  readonly #writes: WriteStatements;
  readonly #customFields: CustomFieldSets;
  readonly #attempts: Attempts;
  readonly #holder: HolderStatement;
  readonly #codeHolder: CodeHolder;

  constructor(writes: WriteStatements, customFields: CustomFieldSets, attempts: Attempts) {
    this.#writes = writes;
    this.#customFields = customFields;
    this.#attempts = attempts;
    this.#holder = holderStatement(writes.definition);
    this.#codeHolder = new CodeHolder(writes.definition);
  }

  create(
    context: RequestContext,
    sql: TenantSql,
    input: RecordInput,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    const { resource } = this.#writes.definition;
    let instead: Readonly<Record<string, string>> | undefined;
    const attempt = async (turn: WriteTurn): Promise<Created | null> => {
      const allowed = await allowedChange(context, sql, this.#customFields, resource, (rules) =>
        rules.create(input.customFields),
      );
      const { id, sent, made } = making(this.#writes, context, input, { ...allowed, key, ...(instead && { instead }) });
      const result = await this.#insert(context, turn, sent, made);
      if ('body' in result) {
        return this.#created(id, result.body, firstEtag(input, allowed.set.number, this.#writes.answers));
      }
      if ('redefined' in result) {
        throw new Redefined(resource.number, result.redefined);
      }
      const stored = key ? await findStoredAnswer(context, turn, key) : null;
      if (stored) {
        return { ...stored, body: bytesOf(stored.body), encoding: 'latin1', replayed: true };
      }
      if ('refusal' in result) {
        throw result.refusal;
      }
      if ('violated' in result) {
        instead = (await this.#afterViolation(context, turn, result, input)) ?? instead;
      }
      return null;
    };
    return this.#attempts.inTurn(context, sql, attempt, key);
  }

  /** A code for the next attempt, where the one that was counted up is taken; null where it is as it was; else the refusal. */
  async #afterViolation(
    context: RequestContext,
    turn: WriteTurn,
    { violated, cause }: Violation,
    input: RecordInput,
  ): Promise<Readonly<Record<string, string>> | null> {
    const { definition, creates } = this.#writes;
    const isOfCode = violated === codeConstraint(definition.resource);
    if (isOfCode && creates.codes && ((input as Record<string, unknown>)[creates.codes.member] ?? null) === null) {
      return nextCode(creates.codes, (sent) => turn.query(context, sent));
    }
    if (violated === 'idempotency_key_used') {
      return null;
    }
    if (violated === 'external_id_taken') {
      throw await externalIdConflict(context, turn, this.#holder, input.externalId);
    }
    throw isOfCode
      ? await this.#codeHolder.refuse(context, turn, input, cause)
      : valueTaken(definition, violated, cause);
  }

  #created(id: string, body: string, etag: string): Created {
    const status = this.#writes.answers === 'id' ? 200 : 201;
    const location = `${pathOf(this.#writes.definition.resource)}/${id}`;
    return { status, body, encoding: 'latin1', location, etag, replayed: false };
  }

  async #insert(context: RequestContext, turn: WriteTurn, sent: Sent, made: Making['made']): Promise<Made | Violation> {
    try {
      const [row] = await turn.rows(context, sent);
      return made(row);
    } catch (error) {
      if (isUniqueViolation(error)) {
        return { violated: constraintOf(error), cause: error };
      }
      throw error;
    }
  }
}

/** The unique constraint that refused a record. */
interface Violation {
  readonly violated: string | undefined;
  readonly cause: unknown;
}
