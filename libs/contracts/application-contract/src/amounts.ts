import { z } from 'zod';

const amountOfCurrency = z
  .object({ currency: z.string().nullable(), amount: z.number() })
  .meta({ id: 'CurrencyAmountDto' });

/** Sums that are never added across currencies: by code, that of what has no currency last. */
export function amountsByCurrency() {
  return z.array(amountOfCurrency);
}
