import type { ReactNode } from 'react';
import type { Member } from '../described.ts';
import { textIn, type ShownProps, type Typed } from './value-type.ts';

/** A number as the person reads it, in the language of the browser. */
export function ShownNumber({ value, member, record }: ShownProps): ReactNode {
  if (typeof value !== 'number') {
    return null;
  }
  const currency = member.type === 'amount' ? record['currency'] : null;
  const exact = value.toLocaleString(undefined, { maximumFractionDigits: 20 });
  return <span className="number">{typeof currency === 'string' ? money(value, currency) : exact}</span>;
}

/** Sums by their currencies, which are never added together. */
export function ShownAmounts({ value }: ShownProps): ReactNode {
  const amounts = Array.isArray(value) ? (value as readonly Amount[]) : [];
  return <span className="number">{amounts.map(({ currency, amount }) => money(amount, currency)).join(', ')}</span>;
}

export interface Amount {
  readonly currency: string | null;
  readonly amount: number;
}

export function money(amount: number, currency: string | null): string {
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: 4 })}${currency === null ? '' : ` ${currency}`}`;
}

/** The page takes a comma for the point of decimals as well. */
export function numberTaken(typed: Typed): unknown {
  const text = textIn(typed).trim();
  if (text === '') {
    return null;
  }
  return /^[-+]?(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : NaN;
}

export function numberProblem(typed: Typed, member: Member): string | undefined {
  const value = numberTaken(typed);
  if (value === null) {
    return member.isRequired ? 'This is required.' : undefined;
  }
  const { min = -Infinity, max = Infinity, type } = member;
  const number = value as number;
  if (Number.isNaN(number)) {
    return 'This must be a number, without marks between thousands.';
  }
  const both = readInTwoWays(textIn(typed).trim());
  if (both) {
    return `This may be ${both.join(' or ')}: write it in one of these ways.`;
  }
  if (type === 'integer' && !Number.isInteger(number)) {
    return 'This must be a whole number.';
  }
  return number < min || number > max ? `This must be from ${min} to ${max}.` : undefined;
}

/** The mark before three digits may stand between thousands, or before decimals. A point is the first in some languages alone. */
function readInTwoWays(text: string): readonly [string, string] | undefined {
  const [, whole = '', mark, rest = ''] = /^[-+]?([1-9]\d{0,2})([.,])(\d{3})$/.exec(text) ?? [];
  const isOfThousands = mark === ',' || (mark === '.' && (10_000).toLocaleString().includes('.'));
  return isOfThousands ? [`${whole}${rest}`, `${whole}.${rest}0`] : undefined;
}
