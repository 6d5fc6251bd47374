import type { Moment } from '../platform/watch.ts';
import type { Judge } from './finding.ts';
import { ratesOf, sharesOfProcessors } from './over-time.ts';

/** At which rate an objective broke, and what was full then. Where none broke, the run says how far it went. */
export const breakingPoint: Judge = async ({ metrics, moments }) => {
  const crossed = Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([threshold, { ok }]) => (ok ? [] : [`${name}: ${threshold}`])),
  );
  const rates = ratesOf(moments).slice(-lastSeconds);
  const rate = rates.reduce((sum, { value }) => sum + value, 0) / (rates.length || 1);
  const at = rates.length > 0 ? `${Math.round(rate)} answers a second` : 'a rate that no management port told';
  return [
    {
      promised: 'the rate at which an objective breaks is found',
      came:
        crossed.length > 0
          ? `${crossed.join(', ')} broke at ${at}; ${fullest(moments)}`
          : `none broke up to ${at}; ${fullest(moments)}`,
      holds: true,
    },
  ];
};

function fullest(moments: readonly Moment[]): string {
  const shares = sharesOfProcessors(moments.slice(-lastSeconds - 1));
  const list = [...shares]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, share]) => `${name} used ${(share * 100).toFixed(0)} % of a processor`);
  return list.length > 0 ? list.join(', ') : 'the processes could not be watched';
}

const lastSeconds = 10;
