import type { ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { newId, type TenantRef } from '@rapport/kernel';
import { CustomFieldService } from '../definitions/custom-field-service.ts';
import { CustomFieldStore, type NewCustomField } from '../definitions/custom-field-store.ts';

export const operator: ChangeContext = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'test' },
  reason: 'a test',
};

let made = 0;

export async function newTestTenant(databases: TestDatabases): Promise<TenantRef> {
  made += 1;
  await databases.createTenant(made);
  return { id: newId(), number: made, cell: 'cell' };
}

/** A process of the service in which operators change definitions. */
export function definitionsService(database: Database): CustomFieldService {
  return new CustomFieldService(database, new CustomFieldStore());
}

export function newField(key: string, more: Partial<NewCustomField> = {}): NewCustomField {
  return { key, label: `The ${key}`, description: null, fieldType: 'text', isRequired: false, options: [], ...more };
}
