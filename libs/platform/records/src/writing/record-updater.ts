import { constraintOf, isUniqueViolation, type TenantSql, type WriteTurn } from '@rapport/database';
import { isUuid, validationFailed, type AppError, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSet, CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { RecordInput } from '../defining/definition.ts';
import type { WriteStatements } from './write-statements.ts';
import { sentWith, type WrittenValues } from './body/body-columns.ts';
import { allowedChange, type AllowedChange } from './body/custom-field-change.ts';
import { notFound } from '../reading/not-found.ts';
import { externalIdConflict, holderStatement, valueTaken, type HolderStatement } from './body/refusals.ts';
import { codeConstraint, CodeHolder } from './body/taken-code.ts';
import type { Attempts } from '../transacting/attempts.ts';
import { Redefined } from '../transacting/redefined.ts';
import type { Updated, UpdateResult } from './updating/update-answers.ts';
import { updateValues } from './updating/update-values.ts';

/** Updates records: one statement each, run again when the record changed while it waited for the lock. */
export class RecordUpdater {
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

  update(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    input: RecordInput,
    ifMatch: string | undefined,
  ): Promise<Updated> {
    const { resource } = this.#writes.definition;
    return this.#attempts.inTurn(context, sql, async (turn) => {
      const allowed = await allowedChange(context, sql, this.#customFields, resource, (rules) =>
        rules.update(input.customFields),
      );
      if (!isUuid(id)) {
        throw allowed.errors ? validationFailed(allowed.errors) : notFound(context, resource);
      }
      const values = updateValues(context, id, input, { ...allowed, ifMatch });
      const result = await this.#send(context, turn, values, allowed);
      if ('updated' in result) {
        return result.updated;
      }
      if ('refusal' in result) {
        return this.#refuse(context, sql, result.refusal, allowed.set);
      }
      if (result.again === 'taken') {
        throw await externalIdConflict(context, turn, this.#holder, input.externalId);
      }
      if (result.again === 'redefined') {
        throw new Redefined(resource.number, result.definitions);
      }
      return null;
    });
  }

  /**
   * A record that is not there gives no number of the definitions, and what they refuse comes before its absence: with
   * other ones the write begins again.
   */
  async #refuse(context: RequestContext, sql: TenantSql, refusal: AppError, set: CustomFieldSet): Promise<null> {
    const { number } = this.#writes.definition.resource;
    if (refusal.code === 'not_found' && (await this.#customFields.current(context, sql, number)) !== set) {
      return null;
    }
    throw refusal;
  }

  async #send(
    context: RequestContext,
    turn: WriteTurn,
    values: WrittenValues,
    allowed: AllowedChange,
  ): Promise<UpdateResult> {
    try {
      const [row] = await turn.rows(context, sentWith(this.#writes, this.#writes.update, values));
      return this.#writes.updated.of(context, row, allowed);
    } catch (error) {
      return this.#afterViolation(context, turn, values, error);
    }
  }

  /** The update's own rows violate the indexes of the external ids only in a race, whose end the next attempt sees. */
  async #afterViolation(
    context: RequestContext,
    turn: WriteTurn,
    values: WrittenValues,
    error: unknown,
  ): Promise<UpdateResult> {
    if (!isUniqueViolation(error)) {
      throw error;
    }
    const constraint = constraintOf(error);
    if (constraint === 'external_id_taken' || constraint === 'external_id_record') {
      return { again: 'raced' };
    }
    if (constraint === codeConstraint(this.#writes.definition.resource)) {
      throw await this.#codeHolder.refuse(context, turn, values, error);
    }
    throw valueTaken(this.#writes.definition, constraint, error);
  }
}
