import { kinds } from '@rapport/kinds';
import { columnName, timeOf } from '@rapport/records';

export interface DefaultAddress {
  readonly id: string;
  readonly title: string;
  readonly countryCode: string;
}

/** The address as its own reads show it, from the JSON of the customer's name and the address's row. */
export function addressShown(nameAndRow: string): string {
  const [customerName, row] = JSON.parse(nameAndRow) as [string, Row];
  const values: Row = { ...row, customer_name: customerName };
  const shown = members.map((member) => {
    const value = values[columnName(member)];
    return [member, member.endsWith('OnUtc') ? timeOf(String(value)) : value] as const;
  });
  return JSON.stringify(Object.fromEntries(shown));
}

type Row = Readonly<Record<string, string | boolean | null>>;

const members = ['id', ...Object.keys(kinds.shippingAddresses.members), 'createdOnUtc', 'lastModifiedOnUtc'];
