import { changedRow, type ChangedRow, type Sql, statement, utcText, versionOf } from '@rapport/database';
import type { Made, RequestKey } from '@rapport/idempotency';
import { idempotencyKeyReused, lives, type CallContext, type CustomFieldType } from '@rapport/kernel';
import { synchronisedKinds, synchronisedNames } from '@rapport/kinds';
import { recordRules } from '@rapport/records';
import type { CustomField, CustomFieldDefinition } from '../custom-field.ts';
import { definitionColumns } from './definition-rows.ts';

export interface NewCustomField {
  readonly key: string;
  readonly label: string;
  readonly description: string | null;
  readonly fieldType: CustomFieldType;
  readonly isRequired: boolean;
  readonly options: readonly string[];
}

/** A definition with the number of its module. */
export interface FieldRow extends Omit<CustomField, 'module'> {
  readonly resource: number;
}

export interface ChangedCustomField {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  readonly options: readonly string[];
  /** The time of the change. */
  readonly at: string;
}

/** The definitions beside which a new one has to fit. */
export interface PresentDefinitions {
  readonly count: number;
  readonly isKeyTaken: boolean;
  readonly nextOrder: number;
}

/** The statements of definitions, each in the transaction of its caller, whose first one is `lock`. */
export class CustomFieldStore {
  /**
   * Takes the tenant's lock to the end of the transaction, so changes of definitions come one after the other, and what
   * the next statements see stays true. The answer is the time of the change, a stamp that no record gets.
   */
  async lock(context: CallContext, sql: Sql): Promise<string> {
    const [row] = await sql.query<{ at: string }>(context, takeLock);
    if (!row) {
      throw new Error('The lock of a tenant gave no time.');
    }
    return row.at;
  }

  async present(context: CallContext, sql: Sql, resource: number, key: string): Promise<PresentDefinitions> {
    const [row] = await sql.query<PresentDefinitions>(context, findPresent.with({ resource, key }));
    return row ?? { count: 0, isKeyTaken: false, nextOrder: 1 };
  }

  /** Gives the version of the new definition. */
  async insert(
    context: CallContext,
    sql: Sql,
    resource: number,
    field: NewCustomField & { id: string; displayOrder: number; at: string },
  ): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, insertDefinition.with({ ...field, resource })));
  }

  /** Whether the field is enabled now and was before; undefined where there is no such field. */
  async setEnabled(
    context: CallContext,
    sql: Sql,
    change: { resource: number; key: string; isEnabled: boolean; at: string },
  ): Promise<{ wasEnabled: boolean } | undefined> {
    const [row] = await sql.query<{ wasEnabled: boolean }>(context, setEnabled.with(change));
    return row;
  }

  /** Gives the definitions the number of the change, so that copies of them are old. */
  async renumber(context: CallContext, sql: Sql, resource: number, at: string): Promise<void> {
    const rows = await sql.query(context, renumber.with({ resource, at }));
    if (rows.length === 0) {
      throw new Error(`The tenant keeps no records of the resource ${resource}.`);
    }
  }

  async all(context: CallContext, sql: Sql): Promise<FieldRow[]> {
    return sql.query<FieldRow>(context, listAll);
  }

  async find(context: CallContext, sql: Sql, id: string): Promise<FieldRow | undefined> {
    const [row] = await sql.query<FieldRow>(context, findDefinition.with({ id }));
    return row;
  }

  /** Gives the new version. */
  async update(context: CallContext, sql: Sql, changed: ChangedCustomField): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, updateDefinition.with(changed)));
  }

  /** The answer of a create with this key, or undefined. Throws 409 where the key was used for another request. */
  async findAnswer(context: CallContext, sql: Sql, key: RequestKey): Promise<Made<string> | undefined> {
    await sql.query(context, forgetAnswer.with(key));
    const [row] = await sql.query<{ fingerprint: Buffer } & Made<string>>(context, findAnswer.with(key));
    if (row && !row.fingerprint.equals(key.fingerprint)) {
      throw idempotencyKeyReused();
    }
    return row && { made: row.made, lastModifiedOnUtc: row.lastModifiedOnUtc };
  }

  async keepAnswer(context: CallContext, sql: Sql, key: RequestKey, made: Made<string>): Promise<void> {
    await sql.query(context, keepAnswer.with({ ...key, ...made }));
  }

  async list(context: CallContext, sql: Sql, resource: number): Promise<CustomFieldDefinition[]> {
    return sql.query<CustomFieldDefinition>(context, listDefinitions.with({ resource }));
  }
}

const takeLock = statement('custom_field_lock', `select ${recordRules.stamp('1')} as at`);

const findPresent = statement(
  'custom_field_present',
  `select count(*)::int as count, coalesce(bool_or(key = :key::text), false) as "isKeyTaken",
    coalesce(max(display_order), 0) + 1 as "nextOrder"
from tenant.custom_field where resource = :resource`,
);

const insertDefinition = statement(
  'custom_field_insert',
  `insert into tenant.custom_field (id, resource, key, label, description, field_type, is_required, options,
    display_order, created_on, last_modified_on)
  values (:id, :resource, :key, :label, :description, :fieldType, :isRequired, :options, :displayOrder, :at, :at)
  returning ${changedRow}`,
);

const setEnabled = statement(
  'custom_field_set_enabled',
  `update tenant.custom_field
set is_enabled = :isEnabled, last_modified_on = case when is_enabled = :isEnabled then last_modified_on else :at::timestamptz end
where resource = :resource and key = :key returning old.is_enabled as "wasEnabled"`,
);

const renumber = statement(
  'custom_field_renumber',
  `update tenant.feed_floor set definitions = (extract(epoch from :at::timestamptz) * 1000000)::bigint
    where resource = :resource returning definitions`,
);

const listDefinitions = statement(
  'custom_field_list',
  `select ${definitionColumns} from tenant.custom_field where resource = :resource order by display_order`,
);

const shownColumns = `id, key, label, description, field_type as "fieldType", is_required as "isRequired",
  options, display_order as "displayOrder", is_enabled as "isActive", ${utcText('created_on')} as "createdOnUtc",
  ${utcText('last_modified_on')} as "lastModifiedOnUtc"`;

const fieldColumns = `resource, ${shownColumns}`;

const modules = synchronisedNames.map((name) => `when ${synchronisedKinds[name].resource.number} then '${name}'`);

/** The definitions of all modules, as an export has them. */
export const customFieldRows = {
  item: `case resource ${modules.join(' ')} end as module, ${shownColumns}`,
  from: 'tenant.custom_field',
  order: 'last_modified_on, id',
} as const;

const listAll = statement(
  'custom_field_all',
  `select ${fieldColumns} from tenant.custom_field order by resource, display_order`,
);

const findDefinition = statement('custom_field_find', `select ${fieldColumns} from tenant.custom_field where id = :id`);

const updateDefinition = statement(
  'custom_field_update',
  `update tenant.custom_field set label = :label, description = :description, is_required = :isRequired, options = :options, last_modified_on = :at
where id = :id returning ${changedRow}`,
);

// An expired key is none.
const forgetAnswer = statement(
  'custom_field_forget_answer',
  `delete from tenant.idempotency_key where client_id = :userId and key = :key
  and created_on + interval '${lives.idempotencyKey}' <= now()`,
);

const findAnswer = statement(
  'custom_field_find_answer',
  `select fingerprint, body as made, etag as "lastModifiedOnUtc" from tenant.idempotency_key where client_id = :userId and key = :key`,
);

// Keys of people stand among those of clients, whose ids are others.
const keepAnswer = statement(
  'custom_field_keep_answer',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, etag, created_on)
values (:userId, :key, :fingerprint, 200, :made, :lastModifiedOnUtc, now())`,
);
