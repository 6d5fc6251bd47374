import { startPublicApi } from '@rapport/public-api';
import { LeasedLimiter } from '@rapport/rate-limit';
import { RedisAway } from '@rapport/redis';

/** Each process counts for itself, as if Redis were never there. */
await startPublicApi({
  replace: (container) => {
    const admit: LeasedLimiter['admit'] = () => Promise.reject(new RedisAway('each process counts for itself'));
    Object.assign(container.get(LeasedLimiter), { admit });
  },
});
