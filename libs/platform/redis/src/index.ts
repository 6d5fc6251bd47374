export { Deadline } from './deadline.ts';
export { Redis } from './redis.ts';
export { RedisAway } from './redis-away.ts';
export { script } from './script.ts';
