import { advisoryLocks } from '@rapport/database';
import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** Stamps behind the tenant's lock that only grow: many lie in one millisecond. */
await startPublicApi({
  rules: {
    ...recordRules,
    stamp: (
      width,
    ) => `(case when pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant) is not null then timestamptz '1970-01-01 00:00:00+00'
      + (1 - ${width} + setval('tenant.clock', ${width} - 1 + greatest((date_part('epoch', clock_timestamp()) * 1000000)::bigint,
        pg_sequence_last_value('tenant.clock') + 1))) * interval '1 microsecond' end)`,
  },
});
