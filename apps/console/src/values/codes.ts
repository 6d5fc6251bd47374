import type { Choice } from './control.tsx';
import { countries, currencies } from '../generated/codes.ts';

/** The currencies by their codes, with the names that the browser knows. */
export function isoCurrencies(): readonly Choice[] {
  return named(currencies, 'currency');
}

export function isoCountries(): readonly Choice[] {
  return named(countries, 'region');
}

function named(codes: string, type: 'currency' | 'region'): readonly Choice[] {
  const names = new Intl.DisplayNames(['en'], { type });
  return codes.split(' ').map((value) => ({ value, text: `${value} – ${names.of(value) ?? value}` }));
}
