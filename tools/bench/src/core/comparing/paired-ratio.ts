import { median, percentile } from '@rapport/testbed';

/** The ratios of pairs of measurements: their median, and where the middle half of them lies. */
export interface PairedRatio {
  readonly median: number;
  readonly from: number;
  readonly to: number;
}

export function pairedRatio(ratios: readonly number[]): PairedRatio {
  return { median: median(ratios), from: percentile(ratios, 0.25), to: percentile(ratios, 0.75) };
}

/** A difference is as small as the machine's own scatter where the spread covers 1. */
export function shownRatio({ median: middle, from, to }: PairedRatio): string {
  const spread = `${middle.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`;
  return from <= 1 && to >= 1 ? `${spread} not told apart` : spread;
}
