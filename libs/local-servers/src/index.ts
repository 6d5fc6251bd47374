export { copyDatabase, createDatabase, dropDatabase } from './databases.ts';
export { FakedClock } from './faked-clock.ts';
export { freePort, freePorts } from './free-port.ts';
export { startHaproxy, type HaproxyOptions } from './haproxy.ts';
export { haproxyProgram } from './haproxy-program.ts';
export { keptKafkaPorts, prepareKafka, startKafka, type KafkaOptions } from './kafka.ts';
export { openFilesMax } from './open-files.ts';
export { startPostgres, type PostgresOptions } from './postgres.ts';
export { pingKafka, pingPostgres, pingRedis } from './ping.ts';
export {
  identify,
  isAlive,
  processesWorkingIn,
  sendSignal,
  stopProcess,
  waitUntilGone,
  type ProcessIdentity,
} from './process-identity.ts';
export { redisProgram } from './redis-program.ts';
export { startRedis, type RedisOptions } from './redis.ts';
export type { Exit, LocalServer } from './server-process.ts';
export { systemPython } from './system-python.ts';
