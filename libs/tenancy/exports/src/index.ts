export { ExportQueue } from './export-queue.ts';
export { exportTables } from './export-store.ts';
export { Exports } from './exports.ts';
export { exportsModule } from './module.ts';
