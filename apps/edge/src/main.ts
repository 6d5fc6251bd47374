import { pino } from 'pino';
import { readEdgeConfig } from './config.ts';
import { startEdge } from './edge.ts';

const config = readEdgeConfig();
const logger = pino({ level: config.LOG_LEVEL, base: { service: 'edge', instance: config.SERVICE_INSTANCE } });
const edge = await startEdge(config, logger);

let draining: Promise<void> | undefined;
const stop = (): void => {
  draining ??= edge.drain().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
