import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { ContainerModule } from 'inversify';
import { ReportService } from './report-service.ts';

export const reportsModule = new ContainerModule(({ bind }) => {
  singleton(bind, ReportService, [Database]);
});
