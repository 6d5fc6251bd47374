import { readConfig } from '@rapport/config';
import { pino } from 'pino';
import { config } from './config.ts';
import { startEdge } from './edge.ts';

const settings = readConfig(config);
const logger = pino({ level: settings.LOG_LEVEL, base: { service: 'edge', instance: settings.SERVICE_INSTANCE } });
const edge = await startEdge(settings, logger);

let draining: Promise<void> | undefined;
const stop = (): void => {
  draining ??= edge.drain().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
