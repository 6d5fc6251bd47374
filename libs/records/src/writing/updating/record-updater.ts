import {
  constraintOf,
  isUniqueViolation,
  type RawRow,
  type Statement,
  type TenantSql,
  type WriteTurn,
} from '@rapport/database';
import { isUuid, validationFailed, type AppError, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSet, CustomFieldSets } from '../../defining/custom-field-sets.ts';
import type { RecordDefinition, RecordInput } from '../../defining/definition.ts';
import type { WriteStatement } from '../../stamping/parameters.ts';
import { allowedChange, type AllowedChange } from '../body/custom-field-change.ts';
import { notFound } from '../../reading/not-found.ts';
import { externalIdConflict, holderStatement, valueTaken } from '../body/refusals.ts';
import { codeConstraint, CodeHolder } from '../body/taken-code.ts';
import { untilDone } from '../../transacting/until-done.ts';
import type { UpdateAnswers, Updated } from './update-answers.ts';
import type { UpdateOutcome } from './update-statement.ts';
import { updateValues } from './update-values.ts';

/** Updates records: one statement each, run again when the record changed while it waited for the lock. */
export class RecordUpdater {
  readonly #definition: RecordDefinition;
  readonly #update: WriteStatement;
  readonly #answers: UpdateAnswers;
  readonly #customFields: CustomFieldSets;
  readonly #holder: Statement;
  readonly #codeHolder: CodeHolder;

  constructor(
    definition: RecordDefinition,
    update: WriteStatement,
    answers: UpdateAnswers,
    customFields: CustomFieldSets,
  ) {
    this.#definition = definition;
    this.#update = update;
    this.#answers = answers;
    this.#customFields = customFields;
    this.#holder = holderStatement(definition);
    this.#codeHolder = new CodeHolder(definition);
  }

  async update(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    input: RecordInput,
    ifMatch: string | undefined,
  ): Promise<Updated> {
    const { resource } = this.#definition;
    let set = this.#customFields.known(sql.tenant, resource.number);
    const turn = await sql.turn(context);
    return untilDone(turn, async () => {
      const allowed = await allowedChange(context, sql, this.#customFields, resource, set, (rules) =>
        rules.update(input.customFields),
      );
      set = allowed.set;
      if (!isUuid(id)) {
        throw allowed.errors ? validationFailed(allowed.errors) : notFound(context, resource);
      }
      const result = await this.#send(
        context,
        turn,
        updateValues(context, id, input, { ...allowed, ifMatch }),
        allowed,
      );
      if ('updated' in result) {
        return result.updated;
      }
      if ('refusal' in result) {
        const current = await this.#definitionsAfter(context, sql, result.refusal, set);
        if (current === set) {
          throw result.refusal;
        }
        set = current;
        return null;
      }
      if (result.again === 'taken') {
        throw await externalIdConflict(context, turn, this.#holder, input.externalId);
      }
      if (result.again === 'redefined') {
        set = await this.#customFields.atLeast(context, sql, resource.number, result.definitions);
      }
      return null;
    });
  }

  /** A record that is not there gives no number of the definitions, and what they refuse comes before its absence. */
  async #definitionsAfter(
    context: RequestContext,
    sql: TenantSql,
    { code }: AppError,
    set: CustomFieldSet,
  ): Promise<CustomFieldSet> {
    return code === 'not_found' ? this.#customFields.current(context, sql, this.#definition.resource.number) : set;
  }

  async #send(
    context: RequestContext,
    turn: WriteTurn,
    values: Readonly<Record<string, unknown>>,
    allowed: AllowedChange,
  ): Promise<ReturnType<UpdateAnswers['of']>> {
    const { statement, parameters } = this.#update;
    try {
      const [row] = await turn.rows(context, statement, parameters.bind(values));
      return this.#answers.of(context, row, allowed);
    } catch (error) {
      return this.#answers.of(context, await this.#afterViolation(context, turn, values, error), allowed);
    }
  }

  /** The update's own rows violate the indexes of the external ids only in a race, whose end the next attempt sees. */
  async #afterViolation(
    context: RequestContext,
    turn: WriteTurn,
    values: Readonly<Record<string, unknown>>,
    error: unknown,
  ): Promise<RawRow> {
    if (!isUniqueViolation(error)) {
      throw error;
    }
    const constraint = constraintOf(error);
    if (constraint === 'external_id_taken' || constraint === 'external_id_record') {
      return ['again' satisfies UpdateOutcome];
    }
    if (constraint === codeConstraint(this.#definition.resource)) {
      throw await this.#codeHolder.refuse(context, turn, values, error);
    }
    throw valueTaken(this.#definition, constraint, error);
  }
}
