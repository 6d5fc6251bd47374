import { figure } from '@rapport/records';

interface AmountOfCurrency {
  readonly currency: string | null;
  readonly amount: number;
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
};

const isOpen = `o.stage not in ('closedWon', 'closedLost')`;
