import type { Database } from '@rapport/database';
import { type RequestContext } from '@rapport/kernel';
import { synchronisedKinds, type SynchronisedKind } from '@rapport/kinds';
import type { CustomFieldDefinitions } from './custom-field-definitions.ts';
import type { DefinitionSet } from './definition-set.ts';

/** The custom fields of a tenant, as its clients read them. */
export class CustomFieldMetadata {
  readonly #database: Database;
  readonly #definitions: CustomFieldDefinitions;

  constructor(database: Database, definitions: CustomFieldDefinitions) {
    this.#database = database;
    this.#definitions = definitions;
  }

  /** The definitions as they are at this moment, in whichever process they changed. */
  async of(context: RequestContext, module: SynchronisedKind): Promise<DefinitionSet> {
    return this.#definitions.current(
      context,
      this.#database.tenant(context.tenant),
      synchronisedKinds[module].resource.number,
    );
  }
}
