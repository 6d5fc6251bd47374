import type { AnyValues } from './command.ts';
import { WrongUse } from './failure.ts';

const secondsPer = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A time such as 90s, 15m, 24h or 7d in seconds. */
export function seconds(values: AnyValues, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) {
    return undefined;
  }
  const found = /^(\d{1,9})([smhd])$/.exec(text);
  const unit = found?.[2];
  if (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') {
    throw new WrongUse(`--${name} is a time such as 90s, 15m, 24h or 7d.`);
  }
  return Number(found?.[1]) * secondsPer[unit];
}

export function wholeNumber(values: AnyValues, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) {
    return undefined;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new WrongUse(`--${name} is a whole number.`);
  }
  return Number(text);
}

/** A whole number, or null for none. */
export function boundOf(values: AnyValues, name: string): number | null | undefined {
  return textOf(values, name) === 'none' ? null : wholeNumber(values, name);
}

export function flagOf(values: AnyValues, name: string): boolean | undefined {
  const text = textOf(values, name);
  if (text !== undefined && text !== 'yes' && text !== 'no') {
    throw new WrongUse(`--${name} is yes or no.`);
  }
  return text === undefined ? undefined : text === 'yes';
}

/** Words with spaces or commas between. */
export function words(values: AnyValues, name: string): string[] | undefined {
  return textOf(values, name)
    ?.split(/[\s,]+/)
    .filter((word) => word !== '');
}

/** Texts with commas between, which may have spaces in them. */
export function texts(values: AnyValues, name: string): string[] | undefined {
  return textOf(values, name)
    ?.split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

export function textOf(values: AnyValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
