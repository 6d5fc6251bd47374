import { statement, type Database } from '@rapport/database';
import { AppError, callerIn, isUuid, type RequestContext } from '@rapport/kernel';
import { theViewer, viewerValues, visibleTo } from '@rapport/records';
import { customers } from '@rapport/crm-records';

/** The default address of a customer, with what an order says of the customer. */
export interface OrderAddress {
  readonly id: string;
  readonly customerId: string;
  readonly customerCode: string;
  readonly customerName: string;
  readonly title: string;
  readonly recipientName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly district: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string;
  readonly deliveryNote: string | null;
  readonly isDefault: boolean;
  readonly isActive: boolean;
  readonly createdOnUtc: string;
  readonly lastModifiedOnUtc: string;
  readonly formattedAddress: string;
}

/** Says where the goods of an order go. */
export class OrderAddresses {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async defaultOf(context: RequestContext, customerId: string): Promise<OrderAddress> {
    const sql = this.#database.tenant(context.tenant);
    const [row] = isUuid(customerId)
      ? await sql.query<Found>(context, find.with({ customerId, ...viewerValues(context) }))
      : [];
    if (!row) {
      throw new AppError(
        'not_found',
        `The customer has no shipping address, or there is no such customer that ${callerIn(context)} may see.`,
      );
    }
    return { ...row, formattedAddress: formatted(row) };
  }
}

type Found = Omit<OrderAddress, 'formattedAddress'>;

/** The lines of an envelope: the recipient, the street, the town, the country. */
export function formatted(address: Found): string {
  const { recipientName, addressLine1, addressLine2, district, postalCode, city, state, countryCode } = address;
  const town = [postalCode, district, city].filter((text) => text !== null).join(' ');
  const lines = [recipientName, addressLine1, addressLine2, town, state === city ? null : state, countryCode];
  return lines.filter((line) => line !== null).join('\n');
}

// The customer is found by its key and its default by the index of the defaults.
const find = statement(
  'shipping_addresses_for_order',
  `select address.id, customer_id as "customerId", customer.code as "customerCode", customer.name as "customerName",
  title, recipient_name as "recipientName", address.phone, address.email, address_line1 as "addressLine1",
  address_line2 as "addressLine2", district, city, state, postal_code as "postalCode", country_code as "countryCode",
  delivery_note as "deliveryNote", is_default as "isDefault", address.is_active as "isActive",
  cell.utc(address.created_on) as "createdOnUtc", cell.utc(address.last_modified_on) as "lastModifiedOnUtc"
from tenant.customer customer, tenant.shipping_address address
where customer.id = :customerId::uuid and ${visibleTo(customers, theViewer, 'customer')}
  and address.customer_id = :customerId and address.is_default`,
  { names: ['scope', 'viewer'] },
);
