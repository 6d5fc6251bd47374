const dateForm = /^(\d{4})-(\d\d)-(\d\d)$/;
const dateTimeForm =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;

export const wrongDate = 'This must be a date of the calendar as YYYY-MM-DD, such as 2026-01-31.';

export const wrongDateTime =
  'This must be a date and time of the calendar with its zone, such as 2026-01-31T09:30:00Z; in an address write + as %2B.';

/** The date of the calendar as it was written, or undefined where there is no such day. */
export function calendarDate(text: string): string | undefined {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? text : undefined;
}

/**
 * The instant as UTC with exactly six digits of a second, or undefined where the text has no zone or names no instant.
 * Finer digits are cut and never rounded. No Date holds the microseconds, because it would lose them.
 */
export function utcDateTime(text: string): string | undefined {
  const match = dateTimeForm.exec(text);
  if (!match) {
    return undefined;
  }
  const [, year, month, day, hour, minute, second = '00', fraction = '', sign, offsetHour = '00', offsetMinute = '00'] =
    match;
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const isOffset = Number(offsetHour) < 24 && Number(offsetMinute) < 60;
  if (!isTime || !isOffset || !isDay(Number(year), Number(month), Number(day))) {
    return undefined;
  }
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  const minutes = new Date(0);
  minutes.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  minutes.setUTCHours(Number(hour), Number(minute) - offsetMinutes);
  const utcYear = minutes.getUTCFullYear();
  if (utcYear < 1 || utcYear > 9_999) {
    return undefined;
  }
  return `${minutes.toISOString().slice(0, 16)}:${second}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

/** An instant in the form of answers. Its microseconds stand behind the point; a process's own clock knows none. */
export function dateTimeAt(ms: number): string {
  const microseconds = Math.round(ms * 1_000);
  const whole = Math.floor(microseconds / 1_000);
  return new Date(whole).toISOString().replace('Z', `${String(microseconds - whole * 1_000).padStart(3, '0')}Z`);
}

/** The milliseconds since 1970 of an instant in the form of answers, with its microseconds behind the point. */
export function instantOf(dateTime: string): number {
  return Date.parse(dateTime) + Number(dateTime.slice(-4, -1)) / 1_000;
}

function isDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1) || month < 1 || month > 12 || day < 1) {
    return false;
  }
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0);
  return day <= lastDay.getUTCDate();
}
