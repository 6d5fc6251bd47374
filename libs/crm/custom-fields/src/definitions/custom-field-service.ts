import { auditOfCell, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import type { Creation, RequestKey } from '@rapport/idempotency';
import {
  AppError,
  mayHaveOptions,
  newId,
  optionsRefused,
  validationFailed,
  type CallContext,
  type FieldErrors,
  type SearchPage,
  type TenantRef,
} from '@rapport/kernel';
import { synchronisedNames, synchronisedKinds, type SynchronisedKind } from '@rapport/kinds';
import { searchInMemory } from '@rapport/searching';
import {
  customFieldsMax,
  type CustomField,
  type CustomFieldChange,
  type CustomFieldDefinition,
} from '../custom-field.ts';
import { customFieldList, type CustomFieldSearch } from './custom-field-list.ts';
import type { ChangedCustomField, CustomFieldStore, FieldRow, NewCustomField } from './custom-field-store.ts';

/** The definitions of a tenant's custom fields. A change of one changes no record, and holds when its call returns. */
export class CustomFieldService {
  readonly #database: Database;
  readonly #store: CustomFieldStore;

  constructor(database: Database, store: CustomFieldStore) {
    this.#database = database;
    this.#store = store;
  }

  async create(
    context: ChangeContext,
    tenant: TenantRef,
    module: SynchronisedKind,
    field: NewCustomField,
    key?: RequestKey,
  ): Promise<Creation<string>> {
    const resource = synchronisedKinds[module].resource.number;
    return this.#database.tenant(tenant).transaction(context, async (sql) => {
      const at = await this.#store.lock(context, sql);
      const before = key && (await this.#store.findAnswer(context, sql, key));
      if (before !== undefined) {
        return { ...before, isReplayed: true };
      }
      const present = await this.#store.present(context, sql, resource, field.key);
      if (present.isKeyTaken) {
        throw keyTaken(module, field.key);
      }
      if (present.count >= customFieldsMax) {
        throw tooManyFields(module);
      }
      const id = newId();
      const lastModifiedOnUtc = await this.#store.insert(context, sql, resource, {
        ...field,
        id,
        displayOrder: present.nextOrder,
        at,
      });
      await this.#store.renumber(context, sql, resource, at);
      if (key) {
        await this.#store.keepAnswer(context, sql, key, { made: id, lastModifiedOnUtc });
      }
      await this.#note(context, tenant, 'customField.created', module, field.key, { ...field });
      return { made: id, lastModifiedOnUtc, isReplayed: false };
    });
  }

  async get(context: CallContext, tenant: TenantRef, id: string): Promise<CustomField> {
    const row = await this.#store.find(context, this.#database.tenant(tenant), id);
    if (!row) {
      throw noField(id);
    }
    return shown(row);
  }

  async search(context: CallContext, tenant: TenantRef, search: CustomFieldSearch): Promise<SearchPage<CustomField>> {
    const rows = await this.#store.all(context, this.#database.tenant(tenant));
    return searchInMemory(rows.map(shown), customFieldList, search);
  }

  /** `seen` is the version that the caller saw. Gives the new one. */
  async update(
    context: ChangeContext,
    tenant: TenantRef,
    id: string,
    { label, description, isRequired, options }: CustomFieldChange,
    seen?: string,
  ): Promise<string> {
    return this.#database.tenant(tenant).transaction(context, async (sql) => {
      const at = await this.#store.lock(context, sql);
      const row = await this.#store.find(context, sql, id);
      if (!row) {
        throw noField(id);
      }
      if (seen !== undefined && seen !== row.lastModifiedOnUtc) {
        throw new AppError('concurrency_conflict', 'The field was changed since it was read; read it again.');
      }
      const next = { label, description, isRequired, options: options ?? row.options };
      const errors = wrongOptions(row, next);
      if (errors) {
        throw validationFailed(errors);
      }
      if (isSame(row, next)) {
        return row.lastModifiedOnUtc;
      }
      const { module, key } = shown(row);
      const version = await this.#store.update(context, sql, { id, ...next, at });
      await this.#store.renumber(context, sql, row.resource, at);
      await this.#note(context, tenant, 'customField.updated', module, key, next);
      return version;
    });
  }

  /** Does as `setEnabled`, for a caller that knows the field by its id. */
  async setActive(context: ChangeContext, tenant: TenantRef, id: string, isActive: boolean): Promise<void> {
    const { module, key } = await this.get(context, tenant, id);
    await this.setEnabled(context, tenant, module, key, isActive);
  }

  async setEnabled(
    context: ChangeContext,
    tenant: TenantRef,
    module: string,
    key: string,
    isEnabled: boolean,
  ): Promise<void> {
    if (!isModule(module)) {
      const modules = synchronisedNames.join(', ');
      throw new AppError('not_found', `There is no module ${module}; there are ${modules}.`);
    }
    const resource = synchronisedKinds[module].resource.number;
    await this.#database.tenant(tenant).transaction(context, async (sql) => {
      const at = await this.#store.lock(context, sql);
      const field = await this.#store.setEnabled(context, sql, { resource, key, isEnabled, at });
      if (!field) {
        throw new AppError('not_found', `The ${module} of the tenant have no custom field ${key}.`);
      }
      if (field.wasEnabled !== isEnabled) {
        await this.#store.renumber(context, sql, resource, at);
        await this.#note(context, tenant, isEnabled ? 'customField.enabled' : 'customField.disabled', module, key);
      }
    });
  }

  async list(context: CallContext, tenant: TenantRef, module: SynchronisedKind): Promise<CustomFieldDefinition[]> {
    const sql: Sql = this.#database.tenant(tenant);
    return this.#store.list(context, sql, synchronisedKinds[module].resource.number);
  }

  #note(
    context: ChangeContext,
    { id }: TenantRef,
    event: string,
    module: SynchronisedKind,
    key: string,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return auditOfCell(context, this.#database.control, id, event, `${module}.${key}`, details);
  }
}

function isModule(text: string): text is SynchronisedKind {
  return Object.hasOwn(synchronisedKinds, text);
}

function shown({ resource, ...row }: FieldRow): CustomField {
  const module = synchronisedNames.find((name) => synchronisedKinds[name].resource.number === resource);
  if (module === undefined) {
    throw new Error(`A custom field is of the resource ${resource}, which there is not.`);
  }
  return { ...row, module };
}

function isSame(row: FieldRow, next: Omit<ChangedCustomField, 'id' | 'at'>): boolean {
  const hasSameOptions = next.options.join('\n') === row.options.join('\n');
  return (
    row.label === next.label &&
    row.description === next.description &&
    row.isRequired === next.isRequired &&
    hasSameOptions
  );
}

/** A body does not say the type of the field. Records may have every option that there ever was. */
function wrongOptions(row: FieldRow, next: { readonly options: readonly string[] }): FieldErrors | undefined {
  const missing = row.options.filter((option) => !next.options.includes(option));
  if (missing.length > 0) {
    return { options: [`An option is never taken away; send ${missing.join(', ')} as well.`] };
  }
  return mayHaveOptions(row.fieldType, next.options.length) ? undefined : { options: [optionsRefused] };
}

function noField(id: string): AppError {
  return new AppError('not_found', `The tenant has no custom field ${id}.`);
}

function keyTaken(module: SynchronisedKind, key: string): AppError {
  return new AppError(
    'code_conflict',
    `The ${module} have a custom field ${key} already, enabled or disabled; choose another key.`,
  );
}

function tooManyFields(module: SynchronisedKind): AppError {
  return validationFailed({
    module: [`The ${module} have ${customFieldsMax} custom fields, disabled ones among them; there can be no more.`],
  });
}
