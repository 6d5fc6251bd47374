import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { claimDataFolder, releaseDataFolder, stopLeftovers, writeAtomically } from '../data-folder.ts';
import type { LocalServer } from '../local-server.ts';
import { pingKafka } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer, type ServerCommand } from '../processes/server-process.ts';
import { serversWay } from '../servers-way.ts';
import { startKafkaContainer } from './kafka-container.ts';
import { keptKafkaPorts, type KafkaOptions } from './kafka-options.ts';
import { kafkaProgram, type KafkaProgram } from './kafka-program.ts';
import { heap, jvm, kafkaLogging, kafkaProperties, newClusterId, stopSteps } from './kafka-properties.ts';

/** A JVM that is killed while it writes its classes leaves none, and every later start would take twice as long. */
const archivingStopSteps = [{ signal: 'SIGTERM', waitMs: 180_000 }] as const;

/** Brings the parts of a broker once for the machine. It is quick when they are there. */
export async function prepareKafka(say: (line: string) => void = () => undefined): Promise<KafkaProgram> {
  return kafkaProgram(archiveClasses, say);
}

/** Starts a broker that is its own controller. */
export async function startKafka(options: KafkaOptions): Promise<LocalServer> {
  if (serversWay() === 'containers') {
    return startKafkaContainer(resolve(options.dataDir), options);
  }
  const program = await prepareKafka();
  return startBroker(options, program, { jvm: fromArchive(program), stopSteps });
}

async function startBroker(
  { dataDir, host = '127.0.0.1', ports: given, logFile, settings, environment }: KafkaOptions,
  program: KafkaProgram,
  run: { readonly jvm: readonly string[]; readonly stopSteps: ServerCommand['stopSteps'] },
): Promise<LocalServer> {
  const folder = resolve(dataDir);
  await claimDataFolder(folder);
  await stopLeftovers(folder, 'java', stopSteps);
  const ports = given ?? (await keptKafkaPorts(folder));
  const url = `kafka://${host}:${ports.client}`;
  await writeFile(join(folder, 'server.properties'), kafkaProperties(host, ports, settings));
  await writeFile(join(folder, 'log4j2.properties'), kafkaLogging);
  await format(program, folder);
  const java = [
    program.java,
    ...heap,
    ...jvm,
    ...run.jvm,
    ...classes(program),
    'kafka.Kafka',
    'server.properties',
  ] as const;
  const [command, ...words] = boundToStarter('TERM', java);
  return startServer({
    program: 'java',
    command,
    arguments: words,
    folder,
    port: ports.client,
    url,
    logFile: logFile ?? join(folder, 'server.log'),
    stopSteps: run.stopSteps,
    environment,
    release: () => releaseDataFolder(folder),
    answers: () => pingKafka(url, 1_000),
  });
}

function fromArchive({ classArchive }: KafkaProgram): string[] {
  return ['-Xshare:auto', `-XX:SharedArchiveFile=${classArchive}`];
}

function classes({ jars }: KafkaProgram): string[] {
  return ['-Dlog4j2.configurationFile=log4j2.properties', '-cp', join(jars, '*')];
}

/**
 * Gives the folder of the log its identity at the first start. It formats again after a crash in the middle, and when
 * the folder is gone, because no broker starts without the identity.
 */
async function format(program: KafkaProgram, folder: string): Promise<void> {
  const mark = join(folder, 'formatted');
  const isDone = [mark, join(folder, 'log', 'meta.properties')].map((path) => access(path));
  if ((await Promise.allSettled(isDone)).every(({ status }) => status === 'fulfilled')) {
    return;
  }
  const words = [
    'format',
    '--ignore-formatted',
    // The option and its value are a single word, because an id may begin with a dash.
    `--cluster-id=${newClusterId()}`,
    '-c',
    'server.properties',
  ];
  const storage = [...heap, ...jvm, ...fromArchive(program), ...classes(program), 'kafka.tools.StorageTool', ...words];
  await rm(join(folder, 'log'), { recursive: true, force: true });
  await promisify(execFile)(program.java, storage, { cwd: folder }).catch((cause: unknown) => {
    const reason = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim().split('\n').at(-1) : cause;
    throw new Error(`Kafka's data folder cannot be made: ${String(reason)}`, { cause });
  });
  await writeAtomically(mark, '');
}

/** Starts and stops a broker, at whose end the JVM writes the classes that it loaded. */
async function archiveClasses(program: KafkaProgram): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-kafka-'));
  try {
    const write = [`-XX:ArchiveClassesAtExit=${program.classArchive}`];
    const run = { jvm: write, stopSteps: archivingStopSteps };
    const broker = await startBroker({ dataDir: join(folder, 'data') }, program, run);
    await broker.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
