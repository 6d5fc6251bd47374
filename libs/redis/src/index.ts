export { Deadline } from './deadline.ts';
export { Redis, type RedisOptions } from './redis.ts';
export { RedisAway } from './redis-away.ts';
export { script, type Script } from './script.ts';
