import { figure } from '@rapport/records';

interface AmountOfCurrency {
  readonly currency: string | null;
  readonly amount: number;
}

interface DefaultAddress {
  readonly id: string;
  readonly title: string;
  readonly countryCode: string;
}

/** What the detail of a customer counts, of the records that the caller sees. */
export const figures = {
  contactCount: figure<number>(
    'integer',
    (sees) => `(select count(*) from tenant.contact c where c.customer_id = record.id and ${sees('c')})`,
  ),
  openOpportunityCount: figure<number>(
    'integer',
    (sees) =>
      `(select count(*) from tenant.opportunity o where o.customer_id = record.id and ${isOpen} and ${sees('o')})`,
  ),
  openOpportunityAmount: figure<readonly AmountOfCurrency[]>(
    'jsonb',
    (sees) => `(select coalesce(json_agg(json_build_object('currency', currency, 'amount', amount)
      order by currency nulls last), '[]')
    from (select currency, sum(amount) as amount from tenant.opportunity o
      where o.customer_id = record.id and ${isOpen} and amount is not null and ${sees('o')} group by currency) summed)`,
  ),
  lastActivityOnUtc: figure<string | null>(
    'timestamptz',
    (sees) =>
      `(select max(a.last_modified_on) from tenant.activity a where a.customer_id = record.id and ${sees('a')})`,
  ),
  // A caller that sees the customer sees its addresses.
  defaultShippingAddress: figure<DefaultAddress | null>(
    'jsonb',
    () => `(select row_to_json(shown) from (
      select id, customer_id as "customerId", record.name as "customerName", title, recipient_name as "recipientName",
        phone, email, address_line1 as "addressLine1", address_line2 as "addressLine2", district, city, state,
        postal_code as "postalCode", country_code as "countryCode", delivery_note as "deliveryNote",
        is_default as "isDefault", is_active as "isActive", cell.utc(created_on) as "createdOnUtc",
        cell.utc(last_modified_on) as "lastModifiedOnUtc"
      from tenant.shipping_address where customer_id = record.id and is_default) shown)`,
  ),
};

const isOpen = `o.stage not in ('closedWon', 'closedLost')`;
