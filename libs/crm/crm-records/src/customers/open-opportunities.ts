export interface AmountOfCurrency {
  readonly currency: string | null;
  readonly amount: number;
}

/** The number of open opportunities, from the JSON of their currencies. */
export function countOf(currencies: string): string {
  return String(read(currencies).reduce((sum, [, count]) => sum + count, 0));
}

/** The amounts of open opportunities. A currency without any amount is left out. */
export function amountsOf(currencies: string): string {
  const shown = read(currencies).flatMap(([currency, , amount]) =>
    amount === null ? [] : `{"currency":${JSON.stringify(currency)},"amount":${amount}}`,
  );
  return `[${shown.join(',')}]`;
}

/** A sum is a text, because a number of JavaScript would lose digits. */
type Currency = readonly [currency: string | null, count: number, sum: string | null];

function read(currencies: string): readonly Currency[] {
  return JSON.parse(currencies) as readonly Currency[];
}
