import { wordList } from '@rapport/database';
import { openStages } from '@rapport/kinds';
import { computed } from '@rapport/records';
import { addressShown, type DefaultAddress } from './default-address.ts';
import { amountsOf, countOf, type AmountOfCurrency } from './open-opportunities.ts';

/**
 * The members of a customer's detail that are computed, of the records that the caller sees. Most customers have few of
 * each, so what counts is what PostgreSQL does before it reads the first row: an array costs less to begin than an
 * aggregate.
 */
export const computedMembers = {
  contactCount: computed<number | null>(
    'integer',
    (sees) => `cardinality(array(select 1 from tenant.contact where customer_id = record.id and ${sees('contact')}))`,
    { countsKind: 'contacts' },
  ),
  openOpportunityCount: computed<number | null>('jsonb', openOpportunities, {
    computedColumn: 'open_opportunities',
    countsKind: 'opportunities',
    write: countOf,
  }),
  openOpportunityAmount: computed<readonly AmountOfCurrency[] | null>('jsonb', openOpportunities, {
    computedColumn: 'open_opportunities',
    countsKind: 'opportunities',
    write: amountsOf,
  }),
  lastActivityOnUtc: computed<string | null>(
    'timestamptz',
    (sees) => `(select last_modified_on from tenant.activity where customer_id = record.id and ${sees('activity')}
    order by last_modified_on desc limit 1)`,
    { countsKind: 'activities' },
  ),
  // A caller that sees the customer sees its addresses.
  defaultShippingAddress: computed<DefaultAddress | null>(
    'jsonb',
    () => `(select json_build_array(record.name, shipping_address) from tenant.shipping_address
    where customer_id = record.id and is_default)`,
    { write: addressShown },
  ),
};

/** One pass gives the count and the sum of each currency. Sorted rows need no hash table, which few rows do not repay. */
function openOpportunities(sees: (alias: string) => string): string {
  return `to_json(array(select json_build_array(currency, count(*), sum(amount)::text) from (
      select currency, amount from tenant.opportunity
      where customer_id = record.id and stage in (${wordList(openStages)}) and ${sees('opportunity')}
      order by currency nulls last
    ) open group by currency order by currency nulls last))`;
}
