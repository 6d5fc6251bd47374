import { createHash } from 'node:crypto';
import { Database } from '@rapport/database';
import { ExportQueue, Exports } from '@rapport/exports';
import { untracedContext } from '@rapport/kernel';
import { Redis } from '@rapport/redis';
import { CellWork } from '@rapport/sagas';
import { startTelemetry } from '@rapport/telemetry';
import { compose } from './compose.ts';

/** A process that makes an export of a tenant and reads it, so that a test can bound its memory. It says what it read. */
const [controlUrl = '', cellUrl = '', redisUrl = '', tenantId = ''] = process.argv.slice(2);
const operator = { ...untracedContext(), actor: { kind: 'operator', name: 'test' } } as const;
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const redis = new Redis({ url: redisUrl, logger: telemetry.logger, metrics: telemetry.metrics });
const database = new Database({ controlUrl, cells: { cell: cellUrl } });
const container = compose({ telemetry, database, redis });
const [exports, queue] = [container.get(Exports), container.get(ExportQueue)];

const { exportId } = await exports.order(operator, tenantId);
await queue.startNext(operator);
await container.get(CellWork).resume(operator);
const { state, failure, files } = await exports.find(operator, tenantId, exportId);
for (const { name, sha256 } of files) {
  const hash = createHash('sha256');
  for await (const piece of (await exports.file(operator, tenantId, exportId, name)).from(0)) {
    hash.update(piece);
  }
  if (hash.digest('hex') !== sha256) {
    throw new Error(`${name} is not what was written`);
  }
}
process.stdout.write(JSON.stringify({ state, failure, files }));
await database.close();
process.exit(0);
