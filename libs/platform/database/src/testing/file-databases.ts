import { afterAll, beforeAll, inject } from 'vitest';
import { createTestDatabases, type TestDatabases } from './test-databases.ts';

/** The databases of a test file, which are there from its first hook on and are dropped behind its last. */
export function databasesOfFile(): TestDatabases {
  let made: TestDatabases | undefined;
  beforeAll(async () => {
    made = await createTestDatabases(inject('postgresAdministratorUrl'));
  });
  afterAll(() => made?.drop());
  return new Proxy({} as TestDatabases, {
    get(_, name): unknown {
      if (!made) {
        throw new Error('The databases of a test file are made in a hook before its tests.');
      }
      return Reflect.get(made, name);
    },
  });
}
