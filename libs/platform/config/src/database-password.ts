import { readVariable, type Environment } from './read-config.ts';

export const databasePassword = 'DATABASE_PASSWORD';

/** The password of the databases at this moment: a file that was replaced counts from the next connection on. */
export function readDatabasePassword(environment: Environment = process.env): string | undefined {
  return readVariable(databasePassword, environment).value;
}
