import type { Time } from './subscription.ts';

/** The end of the period that begins then: the next of the days that the first one gives, in months that are too short their last day. */
export function periodEnd(firstDay: Time, begin: Time): Time {
  const months = (new Date(begin).getUTCFullYear() - new Date(firstDay).getUTCFullYear()) * 12;
  let behind = months + new Date(begin).getUTCMonth() - new Date(firstDay).getUTCMonth();
  while (monthsBehind(firstDay, behind) <= begin) {
    behind += 1;
  }
  return monthsBehind(firstDay, behind);
}

function monthsBehind(firstDay: Time, months: number): Time {
  const first = new Date(firstDay);
  const month = new Date(firstDay);
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + months);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  // A Date has whole milliseconds, so what is finer is added again.
  return month.setUTCDate(Math.min(first.getUTCDate(), days)) + (firstDay - Math.floor(firstDay));
}
