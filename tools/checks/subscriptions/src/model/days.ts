/** The first behind this time of the days that the first one gives in each month, in months that are too short their last day. */
export function nextDay(firstDay: number, behind: number): number {
  const [first, from] = [new Date(firstDay), new Date(behind)];
  for (let months = 0; ; months += 1) {
    const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const day = Date.UTC(year, month, Math.min(first.getUTCDate(), last)) + (firstDay % dayMs);
    if (day > behind) {
      return day;
    }
  }
}

export const dayMs = 86_400_000;
