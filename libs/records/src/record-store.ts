import type { Database, RawRow, TenantSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { etagOf } from './etag.ts';
import type { CursorCodec } from './reading/cursor.ts';
import { feedItem } from './reading/feed-item.ts';
import { feedStatements } from './reading/feed-statements.ts';
import { listStatements } from './reading/list-statements.ts';
import { headColumns } from './reading/page-head.ts';
import { PageReader } from './reading/page-reader.ts';
import type { PageRequest } from './reading/page-statements.ts';
import { RecordReader } from './reading/record-reader.ts';
import type { CreateAnswer, RecordAnswer, Records } from './records.ts';
import type { Columns, RecordDefinition, RecordInput, Resource } from './resource.ts';
import { recordRules, type RecordRules } from './rules.ts';
import { RecordShape, type Shape } from './shape.ts';
import { forScopes } from './visibility.ts';
import type { IdempotencyKey } from './writing/idempotency.ts';
import { RecordChanger } from './writing/record-changer.ts';
import { RecordCreator } from './writing/record-creator.ts';

export interface RecordStoreOptions<C extends Columns> {
  readonly database: Database;
  readonly cursors: CursorCodec;
  /** How the surface that is served shows a record. */
  readonly shape: Shape<C>;
  readonly rules?: RecordRules;
}

/** Everything that a synchronised resource can do. Made once for each resource and surface. */
export class RecordStore<C extends Columns> implements Records<RecordInput<C>> {
  readonly resource: Resource;
  readonly #database: Database;
  readonly #creator: RecordCreator<C>;
  readonly #changer: RecordChanger<C>;
  readonly #reader: RecordReader;
  readonly #list: PageReader;
  readonly #changes: PageReader;

  constructor(definition: RecordDefinition<C>, options: RecordStoreOptions<C>) {
    const { resource } = definition;
    const { database, cursors, rules = recordRules } = options;
    const shape = new RecordShape(definition, options.shape);
    const list = forScopes((scope) => listStatements(resource, shape, scope, rules));
    const feed = forScopes((scope) => feedStatements(resource, scope, rules));
    this.resource = resource;
    this.#database = database;
    this.#creator = new RecordCreator(definition, shape, rules);
    this.#changer = new RecordChanger(definition, shape, rules);
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
    // Only the same request is replayed, so the external id is the same, and the record had the first version.
    return { ...created, encoding: 'utf8', etag: etagOf(firstVersion, input.externalId ?? null) };
  }

  async update(context: RequestContext, id: string, input: RecordInput<C>, ifMatch?: string): Promise<RecordAnswer> {
    const changed = await this.#changer.update(context, this.#sql(context), id, input, ifMatch);
    const current = changed.raced ? await this.#reader.find(context, this.#sql(context), id) : null;
    return current ?? { body: changed.body, encoding: 'utf8', etag: etagOf(changed.version, changed.externalId) };
  }

  delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    return this.#changer.delete(context, this.#sql(context), id, ifMatch);
  }

  #sql({ tenant }: RequestContext): TenantSql {
    return this.#database.tenant(tenant);
  }
}

const firstVersion = 1;
