import type { Database, TenantSql } from '@rapport/database';
import type { FieldErrors, RequestContext } from '@rapport/kernel';
import { noCustomFields, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { Columns, RecordDefinition, RecordInput } from '../defining/definition.ts';
import type { Resource } from '../defining/resource.ts';
import type { Surface } from '../defining/surface.ts';
import type { NameFanOut } from '../naming/name-fan-out.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import { RecordReader, type Reads } from '../reading/record-reader.ts';
import { RecordShape } from '../showing/shape.ts';
import { recordRules, type RecordRules } from '../stamping/rules.ts';
import { Attempts } from '../transacting/attempts.ts';
import type { IdempotencyKey } from '../transacting/idempotency.ts';
import { RecordCreator, type Created } from '../writing/record-creator.ts';
import { RecordDeleter } from '../writing/record-deleter.ts';
import { TransactedRecords } from '../writing/transacted-records.ts';
import { RecordUpdater } from '../writing/record-updater.ts';
import type { Updated } from '../writing/updating/update-answers.ts';
import { writeStatements, type WriteStatements } from '../writing/write-statements.ts';

/** The needs that the stores of all resources share. */
export interface RecordNeeds {
  readonly database: Database;
  /** Every kind of record: which of them refer to which follows from it. */
  readonly all: readonly RecordDefinition[];
  /** Stamps what shows a record's former name, before the write that changed the name is answered. */
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  /** Without them no record has custom fields. */
  readonly customFields?: CustomFieldSets;
  readonly rules?: RecordRules;
}

/** Every surface can do this with the records of a kind. Made once for each kind and surface. */
export class RecordStore<C extends Columns> {
  readonly resource: Resource;
  /** The records within a transaction of several changes. */
  readonly transacted: TransactedRecords<C>;
  protected readonly attempts: Attempts;
  protected readonly customFields: CustomFieldSets;
  protected readonly reader: RecordReader;
  protected readonly shape: RecordShape;
  protected readonly writes: WriteStatements;
  readonly #database: Database;
  readonly #fanOut: RecordNeeds['fanOut'];
  readonly #creator: RecordCreator;
  readonly #updater: RecordUpdater;
  readonly #deleter: RecordDeleter;

  constructor(definition: RecordDefinition<C>, surface: Surface<C>, needs: RecordNeeds) {
    const { database, all, fanOut, customFields = noCustomFields, rules = recordRules } = needs;
    this.resource = definition.resource;
    this.attempts = new Attempts(customFields);
    this.customFields = customFields;
    this.shape = new RecordShape(definition, surface.shows);
    this.writes = writeStatements(definition, surface, all, rules);
    this.reader = new RecordReader(definition, this.shape, customFields, this.writes.answers);
    this.#database = database;
    this.#fanOut = fanOut;
    this.#creator = new RecordCreator(this.writes, customFields, this.attempts);
    this.#updater = new RecordUpdater(this.writes, customFields, this.attempts);
    this.#deleter = new RecordDeleter(this.writes, this.reader, this.attempts);
    this.transacted = new TransactedRecords(this.writes, this.reader, this.#deleter, customFields);
  }

  /** `reads` says of which kinds of records the caller may be shown computed members: of all, unless it is given. */
  get(context: RequestContext, id: string, reads?: Reads): Promise<RecordAnswer> {
    return this.reader.get(context, this.sql(context), id, reads);
  }

  /** The problems that the tenant's definitions of custom fields, as they are at this moment, find in a body. */
  async customFieldProblems(
    context: RequestContext,
    body: unknown,
    act: 'create' | 'update',
  ): Promise<FieldErrors | undefined> {
    const sent = typeof body === 'object' && body !== null ? (body as { customFields?: unknown }).customFields : null;
    // No statement follows that would notice old definitions.
    const { rules } = await this.customFields.current(context, this.sql(context), this.resource.number);
    return rules[act](sent).errors;
  }

  create(context: RequestContext, input: RecordInput<C>, key?: IdempotencyKey): Promise<Created> {
    return this.#creator.create(context, this.sql(context), input, key);
  }

  async update(context: RequestContext, id: string, input: RecordInput<C>, ifMatch?: string): Promise<Updated> {
    const sql = this.sql(context);
    const updated = await this.#updater.update(context, sql, id, input, ifMatch);
    if (updated.renamed) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId, recordId: id });
    }
    return updated;
  }

  async delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    const sql = this.sql(context);
    const { leaves } = await this.#deleter.delete(context, sql, id, ifMatch);
    if (leaves) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId, recordId: id });
    }
  }

  protected sql({ tenant }: RequestContext): TenantSql {
    return this.#database.tenant(tenant);
  }
}
