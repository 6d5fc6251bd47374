export { CellWork, type CellWorkItem } from './cell-work.ts';
export { sagasModule } from './module.ts';
