import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { canInstallPackages, findProgram, installPackages } from '../system/system-packages.ts';

/** The parts that start a broker: a JVM, Kafka's jars, and the archive of the classes that a start loads. */
export interface KafkaProgram {
  readonly java: string;
  readonly jars: string;
  readonly classArchive: string;
}

type Say = (line: string) => void;

const pom = fileURLToPath(new URL('../../../kafka/pom.xml', import.meta.url));
const javaMajorMin = 17;
const missing =
  'Kafka needs a Java runtime, 17 or newer, and Maven to bring it: install both with the package manager of your system, for example with `sudo apt-get install default-jre-headless maven`.';

/**
 * Kafka, which Maven brings once for this machine. Root installs Java and Maven from the system's packages where they
 * are missing. `archive` makes the class archive, which more than halves the time of every start.
 */
export async function kafkaProgram(archive: (program: KafkaProgram) => Promise<void>, say: Say): Promise<KafkaProgram> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rapport');
  const hash = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex');
  const folder = join(cache, `kafka-${hash.slice(0, 12)}`);
  const isThere = await exists(folder);
  const java = await javaProgram(!isThere, say);
  if (!isThere) {
    await bring(cache, folder, say);
  }
  const jars = join(folder, 'jars');
  const classArchive = join(folder, `classes-${java.version}.jsa`);
  const program = { java: java.path, jars, classArchive };
  if (!(await exists(classArchive))) {
    await archiveOnce(program, archive);
  }
  return program;
}

/** Processes that bring it at the same moment work in folders of their own, and the first rename wins. */
async function bring(cache: string, folder: string, say: Say): Promise<void> {
  say('Bringing Kafka with Maven, once for this machine');
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    await maven(join(unfinished, 'jars'));
    await rename(unfinished, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** A JVM ignores an archive of another JVM or of other paths, so it is made with the final paths of the jars. */
async function archiveOnce(program: KafkaProgram, archive: (program: KafkaProgram) => Promise<void>): Promise<void> {
  const unfinished = `${program.classArchive}.${process.pid}`;
  try {
    // A JVM that writes no archives leaves this empty file. Every start ignores it, and makes no other.
    await writeFile(unfinished, '');
    await archive({ ...program, classArchive: unfinished });
    await rename(unfinished, program.classArchive);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function maven(into: string): Promise<void> {
  const [command, ...words] = boundToStarter('TERM', [
    'mvn',
    '--batch-mode',
    '--quiet',
    `--file=${pom}`,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${into}`,
  ]);
  try {
    await promisify(execFile)(command, words);
  } catch (cause) {
    const output =
      cause instanceof Error && 'stdout' in cause && 'stderr' in cause ? [cause.stdout, cause.stderr] : [cause];
    const [reason] = output.join('\n').trim().split('\n');
    throw new Error(`Maven could not bring Kafka: ${reason}`, { cause });
  }
}

interface Java {
  readonly path: string;
  readonly version: string;
}

async function javaProgram(needsMaven: boolean, say: Say): Promise<Java> {
  const found = await fittingJava();
  const isComplete = found !== undefined && (!needsMaven || (await findProgram('mvn')) !== undefined);
  if (isComplete) {
    return found;
  }
  if (!(await canInstallPackages())) {
    throw new Error(missing);
  }
  say('Java or Maven is missing; installing both from the packages of the system');
  await installPackages(['default-jre-headless', 'maven']).catch((cause: unknown) => {
    throw new Error(`Java and Maven cannot be installed: ${String(cause)}. ${missing}`, { cause });
  });
  const installed = await fittingJava();
  if (installed === undefined) {
    throw new Error(missing);
  }
  return installed;
}

async function fittingJava(): Promise<Java | undefined> {
  const path = await findProgram('java');
  if (path === undefined) {
    return undefined;
  }
  const { stderr } = await promisify(execFile)(path, ['-version']).catch(() => ({ stderr: '' }));
  const [, version = '', major] = /version "((\d+)[\w.+-]*)"/.exec(stderr) ?? [];
  return Number(major) >= javaMajorMin ? { path, version } : undefined;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
