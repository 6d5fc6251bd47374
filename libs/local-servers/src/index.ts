export { copyDatabase, createDatabase, dropDatabase } from './postgres/databases.ts';
export { FakedClock } from './system/faked-clock.ts';
export { freePort, freePorts } from './free-port.ts';
export { startHaproxy, type HaproxyOptions } from './haproxy/haproxy.ts';
export { haproxyProgram } from './haproxy/haproxy-program.ts';
export { keptKafkaPorts, prepareKafka, startKafka, type KafkaOptions } from './kafka/kafka.ts';
export { openFilesMax } from './open-files.ts';
export { startPostgres, type PostgresOptions } from './postgres/postgres.ts';
export { pingKafka, pingPostgres, pingRedis } from './ping.ts';
export {
  identify,
  isAlive,
  processesWorkingIn,
  sendSignal,
  stopProcess,
  waitUntilGone,
  type ProcessIdentity,
} from './processes/process-identity.ts';
export { redisProgram } from './redis/redis-program.ts';
export { startRedis, type RedisOptions } from './redis/redis.ts';
export type { Exit, LocalServer } from './processes/server-process.ts';
export { systemPython } from './system/system-python.ts';
