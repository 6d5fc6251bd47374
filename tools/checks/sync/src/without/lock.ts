import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** Stamps as they should be, but no transaction waits for the one that stamped before. */
await startPublicApi({
  rules: {
    ...recordRules,
    stamp: (
      width,
    ) => `(timestamptz '1970-01-01 00:00:00+00' + (1 - ${width} + setval('tenant.clock', ${width} - 1 + greatest((date_part('epoch', clock_timestamp()) * 1000000)::bigint,
      pg_sequence_last_value('tenant.clock') / 1000 * 1000 + 1001))) * interval '1 microsecond')`,
  },
});
