/** The day of UTC in SQL, as `today`. */
export const clock = `(select (clock_timestamp() at time zone 'UTC')::date as today) clock`;

/** The day that a count is noted on, in SQL: one of a wrong clock that has no partition becomes the nearest that has one. */
export const countedDay = `greatest(least(day, today), (date_trunc('month', today) - interval '1 month')::date)`;
