export { advisoryHold } from './advisory-hold.ts';
export { composedStatements, rememberingStatements, statementsNotComposed } from './composed-statements.ts';
export { databasesOfFile } from './file-databases.ts';
export { holdTransaction } from './held-transaction.ts';
export type { MeasuredPlan } from './measured-plan.ts';
export { Crash, hasDied, mortalDatabase, Mortality, mortalSql } from './mortal-database.ts';
export { PlanSession, type PlanValue } from './plan-session.ts';
export { Tap } from './tap.ts';
export { createTestDatabases, type TestDatabases } from './test-databases.ts';
