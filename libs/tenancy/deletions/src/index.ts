export { DeletionBeginning } from './deletion-beginning.ts';
export { DeletionProofs } from './deletion-proofs.ts';
export { deletionTables } from './deletion-store.ts';
export { DeletionWatch } from './deletion-watch.ts';
export { registerDeletion, type DeletionOptions } from './deletion-steps.ts';
export type { GoingTenant, Belongings } from './belongings/belongings.ts';
export { deletionsModule } from './module.ts';
