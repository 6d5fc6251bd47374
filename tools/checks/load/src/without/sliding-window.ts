import { startPublicApi } from '@rapport/public-api';
import { LeasedLimiter } from '@rapport/rate-limit';

const minuteMs = 60_000;

/** The limit begins anew with every minute of the clock. */
await startPublicApi({
  replace: (container) => {
    const limiter = container.get(LeasedLimiter);
    const admit = limiter.admit.bind(limiter);
    const counts = new Map<string, number>();
    const inFixedWindow: LeasedLimiter['admit'] = async (context, request, ...more) => {
      const answer = await admit(context, { ...request, units: 0 }, ...more);
      if (answer.outcome !== 'counted') {
        return answer;
      }
      const window = `${request.clientId} ${Math.floor(Date.now() / minuteMs)}`;
      const count = (counts.get(window) ?? 0) + 1;
      counts.set(window, count);
      const { limit } = answer.allowance;
      const waitMs = minuteMs - (Date.now() % minuteMs);
      return {
        ...answer,
        allowance: { isTaken: count <= limit, limit, remaining: Math.max(0, limit - count), waitMs },
      };
    };
    Object.assign(limiter, { admit: inFixedWindow });
  },
});
