import { serviceUnavailable, type CallContext } from '@rapport/kernel';
import { RedisAway, script, type Redis } from '@rapport/redis';
import type { GoingTenant, Belongings } from './belongings.ts';

/** The keys of a tenant that outlive its last request by more than the minute of the proof. */
export function redisKeysOf(redis: Redis, keysOf: (tenant: GoingTenant) => readonly string[]): Belongings {
  const run = async (context: CallContext, what: ReturnType<typeof script>, tenant: GoingTenant): Promise<number> => {
    let sum = 0;
    for (const key of keysOf(tenant)) {
      sum += Number(await redis.run(context, what, [key], []).catch(asAway));
    }
    return sum;
  };
  return {
    count: async (context, tenant) => ({ keys: await run(context, existsScript, tenant) }),
    erase: async (context, tenant) => {
      await run(context, eraseScript, tenant);
    },
  };
}

function asAway(error: unknown): never {
  throw error instanceof RedisAway
    ? serviceUnavailable('Redis does not answer; the step waits for it.', 1, error)
    : error;
}

const existsScript = script('deletion_exists', `return redis.call('EXISTS', KEYS[1])`);
const eraseScript = script('deletion_erase', `return redis.call('DEL', KEYS[1])`);
