export { levelsOf } from './levels.ts';
export { requestCountsModule, usageModule } from './module.ts';
export { RecordCounting } from './records/record-counting.ts';
export { RequestCounts } from './requests/request-counts.ts';
export { usageTables } from './requests/request-count-store.ts';
export { RequestCountWriter } from './requests/request-count-writer.ts';
export { UsageReports } from './usage-reports.ts';
