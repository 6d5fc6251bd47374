export { reportsModule } from './module.ts';
export { ReportService, type PipelineFilter } from './report-service.ts';
