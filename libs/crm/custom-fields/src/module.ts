import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { CustomFieldDefinitions } from './definitions/custom-field-definitions.ts';
import { CustomFieldMetadata } from './definitions/custom-field-metadata.ts';
import { CustomFieldService } from './definitions/custom-field-service.ts';
import { CustomFieldStore } from './definitions/custom-field-store.ts';

/** For a service whose callers read and write values. */
export const customFieldsModule = new ContainerModule(({ bind }) => {
  singleton(bind, CustomFieldDefinitions, [Metrics], definitionBytesMax);
  singleton(bind, CustomFieldMetadata, [Database, CustomFieldDefinitions]);
});

/** For a service whose callers change definitions. */
export const customFieldDefinitionsModule = new ContainerModule(({ bind }) => {
  singleton(bind, CustomFieldStore, []);
  singleton(bind, CustomFieldService, [Database, CustomFieldStore]);
});

/** Some 2,000 modules with ten fields each. */
const definitionBytesMax = 32 * 1024 * 1024;
