/** The place where a client goes on: as it should, or as a synchroniser does that knows no watermark. */
export type GoesOn = 'syncUntilUtc' | 'greatest' | 'greatest cut' | 'greatest rounded up';

export const waysToGoOn: readonly GoesOn[] = ['syncUntilUtc', 'greatest', 'greatest cut', 'greatest rounded up'];

/** The position after a read; a client that was given nothing yet starts at the beginning again. */
export function goOnFrom(way: GoesOn, until: string, greatest: string): string | undefined {
  if (way === 'syncUntilUtc') {
    return until;
  }
  if (greatest === '') {
    return undefined;
  }
  switch (way) {
    case 'greatest':
      return greatest;
    case 'greatest cut':
      return cutToMillisecond(greatest);
    case 'greatest rounded up':
      return greatest.endsWith('000Z') ? greatest : nextMillisecond(greatest);
  }
}

export function cutToMillisecond(time: string): string {
  return `${time.slice(0, 23)}000Z`;
}

/** The whole millisecond after the one that a time lies in: the watermark, where this is the newest time. */
export function nextMillisecond(time: string): string {
  return `${new Date(Date.parse(`${time.slice(0, 23)}Z`) + 1).toISOString().slice(0, 23)}000Z`;
}
