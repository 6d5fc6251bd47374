export { CellWork } from './cell-work.ts';
export { cellWorkTables } from './cell-work-store.ts';
export type { CellWorkItem, CellWorkSteps } from './cell-work-item.ts';
export { failureReason, isAway, NeedsPerson } from './failing.ts';
export { sagasModule } from './module.ts';
