import type { LogLevel } from '@rapport/kernel';
import { destination, pino, type DestinationStream } from 'pino';
import { innerOf } from './inner-of.ts';

/** The members of a log line beside its message. A caller that has a trace gives its `traceId`. */
export interface LogFields {
  readonly traceId?: string;
  /** Its stack and its causes are written. */
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

/** Writes a JSON line for each event. The class serves as the type and as the key of the binding. */
export abstract class Logger {
  abstract debug(fields: LogFields, message: string): void;
  abstract info(fields: LogFields, message: string): void;
  abstract warn(fields: LogFields, message: string): void;
  abstract error(fields: LogFields, message: string): void;
}

export interface LoggerOptions {
  readonly service: string;
  readonly instance: string;
  readonly level: LogLevel;
  /** The target of the lines instead of the standard output. */
  readonly stream?: DestinationStream;
  /** Called for each line that is lost, because its reader is slower than the writer. */
  readonly onLost?: () => void;
}

export interface FlushableLogger {
  readonly logger: Logger;
  flush(): Promise<void>;
}

export function createLogger({ service, instance, level, stream, onLost }: LoggerOptions): FlushableLogger {
  const logger = pino(
    {
      level,
      base: { service, instance },
      messageKey: 'message',
      timestamp: timestamps(),
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { error: serializeError },
    },
    stream ?? standardOutput(onLost),
  );
  return { logger, flush: () => new Promise((resolve) => logger.flush(() => resolve())) };
}

/** The text of a second is made once, because making it takes a microsecond. */
function timestamps(): () => string {
  let second = NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (Math.floor(now / 1_000) !== second) {
      second = Math.floor(now / 1_000);
      text = new Date(now).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
    }
    return `,"time":"${text}.${String(now % 1_000).padStart(3, '0')}Z"`;
  };
}

/**
 * Writes several lines at a time, because a system call for each costs more than the line. The last lines are written
 * when the process exits. Lines that a stuck reader or a full disk does not take are lost, so that they cannot fill the memory. The
 * destination gathers lines as bytes, because it would join and measure texts anew with each line.
 */
function standardOutput(onLost: (() => void) | undefined): DestinationStream & { flush: FlushCallback } {
  const output = destination({
    dest: 1,
    sync: false,
    contentMode: 'buffer',
    minLength: 12_288,
    periodicFlush: 100,
    maxLength: 4_194_304,
  });
  if (onLost) {
    output.on('drop', onLost);
  }
  outliveFullDisk(output);
  // The method takes bytes, although its type names texts.
  const write = output.write.bind(output) as unknown as (line: Buffer) => boolean;
  return { write: (line) => void write(Buffer.from(line)), flush: (done) => output.flush(done) };
}

/** A disk that is full ends no process: the lines are kept within the bound, and written when there is space. */
function outliveFullDisk(output: ReturnType<typeof destination>): void {
  let isRefused = false;
  output.on('error', () => (isRefused = true));
  output.on('write', () => (isRefused = false));
  // A process that exits would otherwise write its last lines again and again until it is killed.
  process.prependListener('exit', () => {
    if (isRefused) {
      output.destroy();
    }
  });
}

type FlushCallback = (done?: (error?: Error) => void) => void;

const secretNames = new Set([
  'access_token',
  'accessToken',
  'authorization',
  'client_secret',
  'clientSecret',
  'cookie',
  'password',
  'secret',
]);

/** Hides secrets among the members of a line and one level below. No log line of ours has a deeper object. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name in fields) {
    const value = fields[name];
    if (secretNames.has(name) || (isPlainObject(value) && Object.keys(value).some((inner) => secretNames.has(inner)))) {
      return Object.fromEntries(Object.entries(fields).map(([key, member]) => [key, hidden(key, member)]));
    }
  }
  return fields;
}

function hidden(name: string, value: unknown): unknown {
  if (secretNames.has(name)) {
    return '[secret]';
  }
  return isPlainObject(value) ? withoutSecrets(value) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value);
}

interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly cause?: SerializedError;
}

const causesMax = 5;

/** Any other member of an error, such as a query's text or a request's options, stays out of the log. */
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error) };
  }
  const inner = innerOf(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(inner !== undefined && depth < causesMax ? { cause: serializeError(inner, depth + 1) } : {}),
  };
}
