import { contacts } from '@rapport/crm-records';
import * as contract from '@rapport/public-contract';
import type { Column } from '@rapport/records';
import { expect, test } from 'vitest';
import type { Fitting } from './record-routes.ts';

type Own = typeof contacts.columns;

/** The columns with one of another type. */
interface OtherType extends Omit<Own, 'birthDate'> {
  readonly birthDate: Column<boolean>;
}

/** The columns with one of another name. */
interface OtherName extends Omit<Own, 'birthDate'> {
  readonly bornOn: Own['birthDate'];
}

test('a contract with a member of another name or type than its column, or without one, does not compile', () => {
  const fitting: Fitting<Own> = contract.resources.contacts;
  // @ts-expect-error The contract's birthDate is a text, and the column's a boolean.
  const otherType: Fitting<Pick<OtherType, keyof OtherType>> = contract.resources.contacts;
  // @ts-expect-error The contract has a birthDate, and the columns a bornOn.
  const otherName: Fitting<Pick<OtherName, keyof OtherName>> = contract.resources.contacts;
  // @ts-expect-error The columns have no birthDate.
  const missing: Fitting<Omit<Own, 'birthDate'>> = contract.resources.contacts;
  expect(new Set([fitting, otherType, otherName, missing]).size).toBe(1);
});
