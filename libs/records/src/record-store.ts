import type { Database, RawRow, TenantSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import {
  nameBearers,
  referrersTo,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
} from './definition.ts';
import type { NameFanOut } from './naming/name-fan-out.ts';
import type { CursorCodec } from './reading/cursor.ts';
import { feedItem } from './reading/feed-item.ts';
import { feedStatements } from './reading/feed-statements.ts';
import { listStatements } from './reading/list-statements.ts';
import { headColumns } from './reading/page-head.ts';
import { PageReader } from './reading/page-reader.ts';
import type { PageRequest } from './reading/page-statements.ts';
import { RecordReader } from './reading/record-reader.ts';
import type { CreateAnswer, RecordAnswer, Records } from './records.ts';
import type { Resource } from './resource.ts';
import { recordRules, type RecordRules } from './rules.ts';
import { RecordShape } from './shape.ts';
import { forScopes } from './visibility.ts';
import type { IdempotencyKey } from './writing/idempotency.ts';
import { RecordCreator } from './writing/record-creator.ts';
import { RecordDeleter } from './writing/record-deleter.ts';
import { RecordUpdater } from './writing/record-updater.ts';

/** What a surface shows of a resource's records, in the order of its answers, and what its bodies write. */
export interface Surface<C extends Columns> {
  readonly shows: readonly (keyof MembersOf<C> & string)[];
  readonly writes: readonly (keyof C & string)[];
}

/** What the stores of all resources share. */
export interface RecordParts {
  readonly database: Database;
  readonly cursors: CursorCodec;
  /** Every synchronised resource: which of them refer to which follows from it. */
  readonly all: readonly RecordDefinition[];
  /** Stamps what shows a record's former name, before the write that changed the name is answered. */
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  readonly rules?: RecordRules;
}

/** Everything that a synchronised resource can do. Made once for each resource and surface. */
export class RecordStore<C extends Columns> implements Records<RecordInput<C>> {
  readonly resource: Resource;
  readonly #database: Database;
  readonly #fanOut: RecordParts['fanOut'];
  readonly #creator: RecordCreator;
  readonly #updater: RecordUpdater;
  readonly #deleter: RecordDeleter;
  readonly #reader: RecordReader;
  readonly #list: PageReader;
  readonly #changes: PageReader;

  constructor(definition: RecordDefinition<C>, { shows, writes }: Surface<C>, parts: RecordParts) {
    const { resource } = definition;
    const { database, cursors, all, fanOut, rules = recordRules } = parts;
    const shape = new RecordShape(definition, shows);
    const list = forScopes((scope) => listStatements(resource, shape, scope, rules));
    const feed = forScopes((scope) => feedStatements(resource, scope, rules));
    const isNameSource = nameBearers(resource, all).length > 0;
    this.resource = resource;
    this.#database = database;
    this.#fanOut = fanOut;
    this.#creator = new RecordCreator(definition, writes, shape, rules);
    this.#updater = new RecordUpdater(definition, { body: writes, shape, isNameSource }, rules);
    this.#deleter = new RecordDeleter(resource, referrersTo(resource, all), rules);
    this.#reader = new RecordReader(resource, shape);
    this.#list = new PageReader(resource.name, list, shape.serializer(headColumns), cursors, rules);
    const item = (row: RawRow): string => feedItem(resource, row);
    this.#changes = new PageReader(`changes/${resource.name}`, feed, item, cursors, rules);
  }

  list(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#list.page(context, this.#sql(context), page);
  }

  changes(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#changes.page(context, this.#sql(context), page);
  }

  get(context: RequestContext, id: string): Promise<RecordAnswer> {
    return this.#reader.get(context, this.#sql(context), id);
  }

  getByExternalId(context: RequestContext, externalId: string): Promise<RecordAnswer> {
    return this.#reader.getByExternalId(context, this.#sql(context), externalId);
  }

  async create(context: RequestContext, input: RecordInput<C>, key?: IdempotencyKey): Promise<CreateAnswer> {
    const created = await this.#creator.create(context, this.#sql(context), input, key);
    return { ...created, encoding: 'utf8' };
  }

  async update(context: RequestContext, id: string, input: RecordInput<C>, ifMatch?: string): Promise<RecordAnswer> {
    const sql = this.#sql(context);
    const updated = await this.#updater.update(context, sql, id, input, ifMatch);
    if (updated.renamed) {
      await this.#fanOut?.run(context, sql, context.actor.userId);
    }
    return (updated.raced ? await this.#reader.find(context, sql, id) : null) ?? updated;
  }

  delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    return this.#deleter.delete(context, this.#sql(context), id, ifMatch);
  }

  #sql({ tenant }: RequestContext): TenantSql {
    return this.#database.tenant(tenant);
  }
}
