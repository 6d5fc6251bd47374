import type { ReactNode } from 'react';
import { textIn, type ShownProps, type Typed } from './value-type.ts';

/** A moment in the time zone of the browser. */
export function ShownTime({ value }: ShownProps): ReactNode {
  if (typeof value !== 'string') {
    return null;
  }
  return <time dateTime={value}>{timeInWords(value)}</time>;
}

export function timeInWords(value: string): string {
  return new Date(value).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day of the calendar, which is the same in every time zone. */
export function ShownDate({ value }: ShownProps): ReactNode {
  return typeof value === 'string' ? <time dateTime={value}>{dateInWords(value)}</time> : null;
}

export function dateInWords(value: string): string {
  return new Date(`${value}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A field for a moment shows it to the minute, in the time zone of the browser. */
export function timeTyped(value: unknown): Typed {
  if (typeof value !== 'string') {
    return '';
  }
  const moment = new Date(value);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

export function timeTaken(typed: Typed): unknown {
  const moment = new Date(textIn(typed));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
