import { afterAll, inject } from 'vitest';
import { createTestDatabases, type TestDatabases } from './test-databases.ts';

/** The databases of a test file, which are dropped behind its last hook. */
export async function databasesOfFile(): Promise<TestDatabases> {
  const databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  afterAll(() => databases.drop());
  return databases;
}
