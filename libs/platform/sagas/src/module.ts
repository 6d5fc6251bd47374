import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { CellWork } from './cell-work.ts';
import { CellWorkMetrics } from './cell-work-metrics.ts';
import { CellWorkStore } from './cell-work-store.ts';

export const sagasModule = new ContainerModule(({ bind }) => {
  singleton(bind, CellWorkStore, []);
  singleton(bind, CellWorkMetrics, [Metrics]);
  singleton(bind, CellWork, [Database, CellWorkStore, CellWorkMetrics, Telemetry]);
});
