import { z } from 'zod';
import { refuse } from './refuse.ts';

/** The greatest amount: with four decimals it has 15 digits, which every client's numbers hold exactly. */
const amountMax = 99_999_999_999.9999;

/** An amount of money, with at most four decimals. Null is no amount. */
export function amountField({ min = -amountMax }: { readonly min?: number } = {}) {
  return (
    z
      .number()
      .nullish()
      .transform((value, context) => {
        if (value == null) {
          return null;
        }
        if (value < min || value > amountMax) {
          return refuse(context, `This must be from ${min} to ${amountMax}.`);
        }
        // The shortest text of a number shows its decimals; with an exponent it has more of them than four.
        const decimals = /\.(\d+)$/.exec(String(value))?.[1] ?? '';
        const isFine = decimals.length > 4 || String(value).includes('e');
        return isFine ? refuse(context, 'This may have at most four decimals.') : value + 0;
      })
      // Validators divide in binary, so a multiple of 0.0001 would refuse amounts such as 0.0003.
      .meta({ minimum: min, maximum: amountMax, description: 'At most four decimals.' })
  );
}

/** A whole number that may be left out or null. */
export function optionalWholeNumber(min: number, max: number) {
  return z
    .int()
    .min(min)
    .max(max)
    .nullish()
    .transform((value) => (value == null ? null : value + 0));
}

/** A whole number. Left out or null it is the record's own default. */
export function wholeNumberField(min: number, max: number) {
  return z
    .int()
    .min(min)
    .max(max)
    .nullish()
    .transform((value) => (value == null ? undefined : value + 0));
}
