import { randomBytes } from 'node:crypto';

export interface KafkaPorts {
  readonly client: number;
  readonly controller: number;
}

/** The signals that ask a broker to stop. */
export const stopSteps = [{ signal: 'SIGTERM', waitMs: 10_000 }] as const;
/** The JVM is small, because it serves this machine alone, and starts quickly: one compiler, one thread for garbage. */
export const heap = ['-Xms64m', '-Xmx192m'];
export const jvm = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-XX:-UsePerfData'];

export function newClusterId(): string {
  return randomBytes(16).toString('base64url');
}

/** A broker that is its own controller and keeps little in memory. */
export function kafkaProperties(
  host: string,
  { client, controller }: KafkaPorts,
  more: Readonly<Record<string, string>> = {},
): string {
  const properties: Record<string, string> = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://${host}:${client},CONTROLLER://127.0.0.1:${controller}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    // A path relative to the working folder, because an absolute one may hold characters with a meaning in this format.
    'log.dirs': 'log',
    'auto.create.topics.enable': 'false',
    'offsets.topic.num.partitions': '1',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.num.partitions': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    // A killed broker counts as dead only when its session has run out, and its successor waits for that.
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '250',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'log.cleaner.dedupe.buffer.size': '2097152',
    'log.cleaner.io.buffer.size': '65536',
    'log.segment.bytes': '67108864',
    'log.index.size.max.bytes': '1048576',
    ...more,
  };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  return `${lines.join('\n')}\n`;
}

/** The broker logs to its standard output, which the starting process keeps within bounds. */
export const kafkaLogging = `status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = [%d] %p %m (%c)%n
rootLogger.level = info
rootLogger.appenderRef.out.ref = out
`;
