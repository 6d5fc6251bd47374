import { Buffer } from 'node:buffer';
import { logLevels } from '@rapport/kernel';
import { z } from 'zod';
import { databasePassword } from './database-password.ts';

/** Says in words what a variable takes, for the page of settings. */
export function taking<S extends z.ZodType>(takes: string, schema: S): S {
  return schema.meta({ takes });
}

/** A text that has to be what the words say; `read` gives its value, or undefined where it is not. */
function readAs<T>(takes: string, read: (text: string) => T | undefined) {
  const schema = z.string().transform((text, context): T => read(text) ?? refuse(context, `must be ${takes}`));
  return taking(takes, schema);
}

/** A whole number in a range, written in decimal. */
export function wholeNumber(min: number, max: number) {
  return readAs(`a whole number from ${min} to ${max}`, (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value >= min && value <= max ? value : undefined;
  });
}

export function port() {
  return wholeNumber(0, 65_535);
}

export function ratio() {
  return readAs('a number from 0 to 1, such as 0.05', (text) => {
    const value = Number(text);
    return /^\d+(\.\d+)?$/.test(text) && value <= 1 ? value : undefined;
  });
}

/** `on` or `off`. */
export function onOff() {
  return taking(
    'on or off',
    z.enum(['on', 'off']).transform((text) => text === 'on'),
  );
}

/** An absolute URL with one of these protocols. The text stays as it was written. */
export function url(...protocols: readonly string[]) {
  return readAs(`a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`, (text) => {
    const matches = URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1));
    return matches ? text : undefined;
  });
}

/** A base address: protocol, host and port, no path. A slash at its end is cut off. */
export function origin() {
  return readAs('an address without a path, such as http://localhost:8080', (text) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    const isOrigin = parsed && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href;
    return isOrigin ? parsed.origin : undefined;
  });
}

/** Addresses of one kind of server, as host:port with commas between them. */
export function addresses() {
  return readAs('host:port, or several with commas between them', (text) => {
    const all = text.split(',').map((address) => address.trim());
    return all.every((address) => /^[^\s:/]+:\d{1,5}$/.test(address)) ? all : undefined;
  });
}

/** A key of so many bytes in base64, as `openssl rand -base64 32` prints it. */
export function key(bytes: number) {
  return readAs(`a key of ${bytes} bytes in base64`, (text): Buffer | undefined => {
    const decoded = Buffer.from(text, 'base64');
    return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && decoded.length === bytes ? decoded : undefined;
  });
}

/**
 * Keys by their ids, as JSON. The first one makes, and all are good. With the id of its key a token of an unsubscribe link fits before
 * the @ of an address.
 */
export function keyRing(does: string) {
  return json(z.record(z.string().regex(/^[a-z][a-z0-9]{0,9}$/), key(32)))
    .refine((keys) => Object.keys(keys).length > 0, 'must have at least one key')
    .describe(`JSON object from key id to ${does}; a new one stands last until all processes know it`);
}

/** JSON in a variable, as the schema describes it. */
export function json<S extends z.ZodType>(schema: S) {
  return taking(
    'JSON',
    z
      .string()
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          return refuse(context, 'must be JSON');
        }
      })
      .pipe(schema),
  );
}

/** The name of a process, such as a pod's. */
function name() {
  const takes = 'a name of letters, digits, dots and hyphens';
  return taking(takes, z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/, `must be ${takes}`));
}

/** The beginning of names of topics, of what they may hold. */
function prefix() {
  return readAs('at most 100 letters, digits, dots, hyphens and underscores', (text) =>
    /^[A-Za-z0-9._-]{0,100}$/.test(text) ? text : undefined,
  );
}

/** The variables of every service. A service's schema consists of such groups and its own variables. */
export const serviceVariables = {
  SERVICE_INSTANCE: name().prefault('1').describe('name of this process among those of its service'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  MANAGEMENT_PORT: port().describe('port of health, readiness and metrics'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('least level that is logged'),
  TRACE_SAMPLE_RATIO: ratio().prefault('0.05').describe('share of the requests whose spans are exported'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional().describe('base address of the collector of spans'),
};

/** The variables of every service behind the base address. */
export const portVariables = {
  PORT: port().describe('port to listen on; 0 takes a free one'),
};

/** The variables of every service that uses control. */
export const controlVariables = {
  CONTROL_DATABASE_URL: url('postgres', 'postgresql').describe('PostgreSQL address of the control database'),
  [databasePassword]: z
    .string()
    .optional()
    .describe('password of the role where the addresses of the databases have none; it is read for each connection'),
  DATABASE_POOL_SIZE: wholeNumber(2, 100).prefault('10').describe('connections of this process to each database'),
};

/** The variables of every service that uses control and the cells. */
export const databaseVariables = {
  ...controlVariables,
  CELL_DATABASE_URLS: json(z.record(z.string(), url('postgres', 'postgresql'))).describe(
    'JSON object from the name of a cell to the PostgreSQL address of its database',
  ),
};

/** The variables of every service that answers clients. */
export const stateVariables = {
  REDIS_URL: url('redis', 'rediss').describe('Redis address'),
  ISSUER: origin().describe('base address of the platform, as clients know it'),
};

/** The variables of every service that counts by the address of its callers. */
export const proxyVariables = {
  TRUSTED_PROXIES: json(z.array(z.string()))
    .prefault('["127.0.0.0/8", "::1/128"]')
    .describe('JSON array of the networks whose X-Forwarded-For is believed'),
};

/** The variables of every service that publishes or receives events. */
export const eventBusVariables = {
  KAFKA_BROKERS: addresses().describe('Kafka brokers to begin with, as host:port with commas between them'),
  KAFKA_TLS: onOff().prefault('off').describe('whether the brokers are reached over TLS: on or off'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('mechanism of the login at the brokers; without one there is no login'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('user of that login'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('its password'),
  KAFKA_PREFIX: prefix()
    .prefault('')
    .describe('beginning of the names of topic and group, by which installations share brokers'),
};

/** Of the worker, which makes the topic of changes, and of the service that says when the events of a deleted tenant are gone. */
export const eventVariables = {
  EVENT_RETENTION_DAYS: wholeNumber(2, 3_650)
    .prefault('7')
    .describe('days after which the topic of changes has no event any more, for the topic that the worker makes'),
};

export type EventBusSettings = z.output<z.ZodObject<typeof eventBusVariables>>;

/** A login at the brokers is whole, or there is none. */
export function requireKafkaLogin({ value, issues }: z.core.ParsePayload<KafkaLoginVariables>): void {
  const names = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;
  for (const name of names) {
    if ((value[name] === undefined) !== (value.KAFKA_SASL_MECHANISM === undefined)) {
      const message =
        value[name] === undefined
          ? 'is not set, but KAFKA_SASL_MECHANISM is'
          : 'is set, but KAFKA_SASL_MECHANISM is not';
      issues.push({ code: 'custom', message, path: [name], input: undefined });
    }
  }
}

type KafkaLoginVariables = Partial<Record<`KAFKA_SASL_${'MECHANISM' | 'USERNAME' | 'PASSWORD'}`, string | undefined>>;

/** The variables of every service that issues tokens or creates credentials. */
export const credentialVariables = {
  KEY_ENCRYPTION_KEY: keyRing('a key that opens signing keys, of which the first one seals them'),
  SECRET_PEPPERS: keyRing('a key of secrets’ digests, of which the first one makes them'),
  CLIENT_ID_KEY: key(32).describe('key of the check characters in client ids'),
};

function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.issues.push({ code: 'custom', message, input: undefined });
  return z.NEVER;
}
