import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { RecordCountStore } from './records/record-count-store.ts';
import { RecordCounting } from './records/record-counting.ts';
import { RequestCountStore } from './requests/request-count-store.ts';
import { RequestCountWriter } from './requests/request-count-writer.ts';
import { RequestCounts } from './requests/request-counts.ts';
import { UsageReports } from './usage-reports.ts';

/** For a service whose requests or tokens count. */
export const requestCountsModule = new ContainerModule(({ bind }) => {
  singleton(bind, RequestCounts, [Metrics]);
  singleton(bind, RequestCountStore, []);
  singleton(bind, RequestCountWriter, [RequestCounts, RequestCountStore, Database]);
});

/** For the service that counts records, and in which usage is read. The resources whose records count come by their numbers. */
export const usageModule = (counted: readonly number[]) =>
  new ContainerModule(({ bind }) => {
    singleton(bind, RecordCountStore, []);
    singleton(bind, RecordCounting, [Database, RecordCountStore, StatePublisher, Telemetry], counted);
    singleton(bind, UsageReports, [Database]);
  });
