import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Logger, Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { CellWork } from './cell-work.ts';

export const sagasModule = new ContainerModule(({ bind }) => {
  singleton(bind, CellWork, [Database, Logger, Metrics]);
});
