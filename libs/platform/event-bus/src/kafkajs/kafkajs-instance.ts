import { zstdDecompressSync } from 'node:zlib';
import { lz4Decompress, snappyDecompress } from '@platformatic/wasm-utils';
import { times } from '@rapport/config';
import type { Logger } from '@rapport/telemetry';
import kafkajs, { type Kafka, type LogEntry, type RetryOptions, type SASLOptions } from 'kafkajs';
import type { KafkaConnection } from '../brokers/kafka-client.ts';

/** Few attempts close to each other. A consumer that crashed is not restarted, because kafkajs may do it only by halves. */
export const retry = {
  initialRetryTime: 100,
  maxRetryTime: 500,
  retries: 8,
  restartOnFailure: () => Promise.resolve(false),
} satisfies RetryOptions;

/** kafkajs with the addresses of the brokers. It has no connection of its own. */
export function kafkaOf(connection: KafkaConnection, retries = retry.retries): Kafka {
  const { brokers, clientId, isEncrypted, login, logger } = connection;
  return new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ssl: isEncrypted === true,
    ...(login && { sasl: { ...login } as SASLOptions }),
    connectionTimeout: times.kafkaConnectMs,
    requestTimeout: times.kafkaRequestMs,
    retry: { ...retry, retries },
    logLevel: kafkajs.logLevel.INFO,
    logCreator: () => (entry) => log(logger, entry),
  });
}

/**
 * Writes what kafkajs says to the log of the process, for who looks closely: it says a failure at each attempt. The bus reports by
 * itself what a failure means for it.
 */
export function log(logger: Logger, { namespace, log: { message, ...more } }: LogEntry): void {
  const fields = Object.fromEntries(Object.entries(more).filter(([field]) => !leftOut.has(field)));
  logger.debug({ ...fields, namespace }, `kafkajs: ${message}`);
}

const leftOut = new Set(['timestamp', 'logger', 'stack']);

/** Another program may write with any codec, and kafkajs has gzip alone. */
const { CompressionCodecs, CompressionTypes } = kafkajs;
CompressionCodecs[CompressionTypes.Snappy] = () => decompressing(unframed);
CompressionCodecs[CompressionTypes.LZ4] = () => decompressing(lz4Decompress);
CompressionCodecs[CompressionTypes.ZSTD] = () => decompressing(zstdDecompressSync);

function decompressing(decompress: (bytes: Buffer) => Buffer): { decompress(bytes: Buffer): Promise<Buffer> } {
  return { decompress: async (bytes) => decompress(bytes) };
}

/** The Java clients write Snappy in chunks, each behind its length, and others write it as it is. */
function unframed(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, frameMark.length).equals(frameMark)) {
    return snappyDecompress(bytes);
  }
  const chunks: Buffer[] = [];
  for (let at = frameHeadBytes; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at);
    chunks.push(snappyDecompress(bytes.subarray(at + 4, end)));
    at = end;
  }
  return Buffer.concat(chunks);
}

const frameMark = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);
const frameHeadBytes = 16;
