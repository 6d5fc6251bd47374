export { ExportQueue } from './export-queue.ts';
export { Exports, type RemovedExports } from './exports.ts';
export { exportsModule } from './module.ts';
