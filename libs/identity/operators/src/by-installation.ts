import type { ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { untracedContext } from '@rapport/kernel';
import { Operators } from './operators.ts';

/**
 * The operators, for who has the databases of the installation and is no operator. The audit may lack this month, because
 * an installation that stands still tends none.
 */
export async function byInstallation<T>(
  database: Database,
  work: (operators: Operators, context: ChangeContext) => Promise<T>,
): Promise<T> {
  const context: ChangeContext = { ...untracedContext(), actor: { kind: 'system', name: 'installation' } };
  await database.control.query(context, tendMonths);
  return work(new Operators(database), context);
}

const tendMonths = statement('operator_tend_months', 'select control.tend_months()');
