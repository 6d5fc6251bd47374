import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeContainersOf } from '../containers/left-containers.ts';
import { startContainer, starterAsUser } from '../containers/server-container.ts';
import { claimDataFolder, releaseDataFolder } from '../data-folder.ts';
import type { LocalServer } from '../local-server.ts';
import { pingKafka } from '../ping.ts';
import { keptKafkaPorts, type KafkaOptions } from './kafka-options.ts';
import { heap, jvm, kafkaLogging, kafkaProperties, newClusterId, stopSteps } from './kafka-properties.ts';

/**
 * Starts the official image of Kafka on the log in the folder. The start of the image makes settings of variables, and ours
 * are a file, as in a process; so its folder is formatted and the broker started by the image's own scripts.
 */
export async function startKafkaContainer(folder: string, options: KafkaOptions): Promise<LocalServer> {
  await claimDataFolder(folder, 'containers');
  // One that a dead process left has the ports that the folder keeps.
  await removeContainersOf(folder);
  const ports = options.ports ?? (await keptKafkaPorts(folder));
  const host = options.host ?? '127.0.0.1';
  const url = `kafka://${host}:${ports.client}`;
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const own = { 'log.dirs': `${dataFolder}/log`, 'advertised.listeners': `PLAINTEXT://${host}:${ports.client}` };
  return startContainer({
    image: 'kafka',
    program: 'kafka',
    folder,
    host,
    port: ports.client,
    url,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    user: starterAsUser(),
    entrypoint: ['sh', '-ec'],
    command: [start],
    environment: {
      CLUSTER_ID: newClusterId(),
      KAFKA_HEAP_OPTS: heap.join(' '),
      KAFKA_JVM_PERFORMANCE_OPTS: jvm.join(' '),
      KAFKA_LOG4J_OPTS: `-Dlog4j2.configurationFile=${configuration}/log4j2.properties`,
      // The scripts would write a log of the garbage collection into a folder of the image's own user.
      LOG_DIR: '/tmp/logs',
    },
    folders: { [dataFolder]: data },
    files: {
      [`${configuration}/server.properties`]: kafkaProperties('0.0.0.0', ports, { ...own, ...options.settings }),
      [`${configuration}/log4j2.properties`]: kafkaLogging,
    },
    release: () => releaseDataFolder(folder),
    answers: () => pingKafka(url, 1_000),
  });
}

const dataFolder = '/var/lib/kafka/data';
const configuration = '/mnt/shared/config';

/** Only a folder without identity is formatted, because a JVM that finds nothing to do takes a second for that. */
const start = `
file=${configuration}/server.properties
[ -f ${dataFolder}/log/meta.properties ] ||
  /opt/kafka/bin/kafka-storage.sh format --ignore-formatted --cluster-id="$CLUSTER_ID" --config "$file"
exec /opt/kafka/bin/kafka-server-start.sh "$file"`;
