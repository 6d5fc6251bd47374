export interface Month {
  readonly name: string;
  /** The first day, and the first one of the month after it. */
  readonly from: string;
  readonly to: string;
}

/** The month of a day and those behind it. */
export function nextMonths(today: Date, count: number): readonly Month[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((ahead) => firstDay(today, ahead));
    const name = new Date(`${from}T00:00:00Z`).toLocaleDateString(undefined, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return { name, from: from ?? '', to: to ?? '' };
  });
}

function firstDay(today: Date, ahead: number): string {
  return new Date(Date.UTC(today.getFullYear(), today.getMonth() + ahead, 1)).toISOString().slice(0, 10);
}
