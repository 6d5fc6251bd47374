import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { CellWork } from '@rapport/sagas';
import { OwnerMails } from '@rapport/subscriptions';
import { Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { ExportMetrics } from './export-metrics.ts';
import { ExportQueue } from './export-queue.ts';
import { ExportStore } from './export-store.ts';
import { ExportWork } from './export-work.ts';
import { Exports } from './exports.ts';

export const exportsModule = new ContainerModule(({ bind }) => {
  singleton(bind, ExportStore, []);
  singleton(bind, ExportMetrics, [Metrics]);
  singleton(bind, Exports, [Database, ExportStore]);
  singleton(bind, ExportWork, [Database, ExportStore, OwnerMails, ExportMetrics]);
  singleton(bind, ExportQueue, [Database, ExportStore, ExportMetrics, CellWork, ExportWork]);
});
