import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import {
  AppError,
  newId,
  synchronisedResources,
  validationFailed,
  type CallContext,
  type FieldErrors,
  type SynchronisedResource,
  type TenantRef,
} from '@rapport/kernel';
import { customFieldsMax, type CustomFieldDefinition } from '../custom-field.ts';
import type { CustomFieldStore, NewCustomField } from './custom-field-store.ts';

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
    module: SynchronisedResource,
    field: NewCustomField,
  ): Promise<void> {
    const errors = optionErrors(field);
    if (errors) {
      throw validationFailed(errors);
    }
    const resource = synchronisedResources[module];
    await this.#database.tenant(tenant).transaction(context, async (sql) => {
      const at = await this.#store.lock(context, sql);
      const present = await this.#store.present(context, sql, resource, field.key);
      if (present.isKeyTaken) {
        throw keyTaken(module, field.key);
      }
      if (present.count >= customFieldsMax) {
        throw tooManyFields(module);
      }
      await this.#store.insert(context, sql, resource, { ...field, id: newId(), displayOrder: present.nextOrder, at });
      await this.#store.renumber(context, sql, resource, at);
      await this.#note(context, tenant, 'customField.created', module, field.key, { ...field });
    });
  }

  async setEnabled(
    context: ChangeContext,
    tenant: TenantRef,
    module: string,
    key: string,
    isEnabled: boolean,
  ): Promise<void> {
    if (!isModule(module)) {
      const modules = Object.keys(synchronisedResources).join(', ');
      throw new AppError('not_found', `There is no module ${module}; there are ${modules}.`);
    }
    const resource = synchronisedResources[module];
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

  async list(context: CallContext, tenant: TenantRef, module: SynchronisedResource): Promise<CustomFieldDefinition[]> {
    const sql: Sql = this.#database.tenant(tenant);
    return this.#store.list(context, sql, synchronisedResources[module]);
  }

  /**
   * The audit is in control, and no transaction spans the two databases. Its row is there before the change commits, so
   * no change is without one. A row whose change did not happen is left where the process dies between the two.
   */
  async #note(
    context: ChangeContext,
    { id }: TenantRef,
    event: string,
    module: SynchronisedResource,
    key: string,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await audit(context, this.#database.control, id, event, `${module}.${key}`, details);
  }
}

function isModule(text: string): text is SynchronisedResource {
  return Object.hasOwn(synchronisedResources, text);
}

/** A select has options, each once; no other type has any. */
function optionErrors({ fieldType, options }: NewCustomField): FieldErrors | undefined {
  if (fieldType !== 'select') {
    return options.length === 0
      ? undefined
      : { options: ['Only a field of the type select has options; leave them out.'] };
  }
  if (options.length === 0) {
    return { options: ['A select needs at least one option.'] };
  }
  const again = options.find((option, index) => options.indexOf(option) !== index);
  return again === undefined ? undefined : { options: [`The option ${again} is there twice; send it once.`] };
}

function keyTaken(module: SynchronisedResource, key: string): AppError {
  return new AppError(
    'code_conflict',
    `The ${module} have a custom field ${key} already, enabled or disabled; choose another key.`,
  );
}

function tooManyFields(module: SynchronisedResource): AppError {
  return validationFailed({
    module: [`The ${module} have ${customFieldsMax} custom fields, disabled ones among them; there can be no more.`],
  });
}
