import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { CellWork } from '@rapport/sagas';
import { Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { DeletionBeginning } from './deletion-beginning.ts';
import { DeletionProofs } from './deletion-proofs.ts';
import { DeletionStore } from './deletion-store.ts';
import { DeletionWatch } from './deletion-watch.ts';

export const deletionsModule = new ContainerModule(({ bind }) => {
  singleton(bind, DeletionStore, []);
  singleton(bind, DeletionBeginning, [DeletionStore, CellWork]);
  singleton(bind, DeletionProofs, [Database, DeletionStore]);
  singleton(bind, DeletionWatch, [Database, DeletionStore, Metrics]);
});
