import type { RequestContext } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { amountsOf, seenRows } from './seen-rows.ts';

/**
 * What the caller has before it: each figure of the records that it sees, or null where it may not read their kind. The
 * figures of a kind come from one pass over its records.
 */
export function summaryText(context: RequestContext, reads: (kind: string) => boolean, bind: Bind): string {
  const kinds = Object.entries(passes).filter(([kind]) => reads(kind));
  const lists = kinds.map(
    ([kind, { table, select }]) => `${kind} as materialized (${select(seenRows(context, table, bind))})`,
  );
  const figures = Object.entries(figuresOf).map(
    ([name, { kind, value }]) => `'${name}', ${reads(kind) ? `(${value})` : 'null'}`,
  );
  return `${lists.length > 0 ? `with ${lists.join(',\n')}\n` : ''}select json_build_object(${figures.join(',\n  ')})::text`;
}

const isOpen = `stage in ('prospecting', 'qualification', 'proposal', 'negotiation')`;
const utcMonth = `date_trunc('month', now(), 'UTC')`;
const isWonNow = `stage = 'closedWon' and closed_on >= ${utcMonth} and closed_on < ${utcMonth} + interval '1 month'`;

interface Pass {
  readonly table: string;
  readonly select: (seen: string) => string;
}

const passes: Readonly<Record<string, Pass>> = {
  customers: { table: 'customer', select: (seen) => `select count(*) as total ${seen}` },
  leads: {
    table: 'lead',
    select: (seen) => `select count(*) as open ${seen} and status in ('new', 'contacted', 'nurturing', 'qualified')`,
  },
  opportunities: {
    table: 'opportunity',
    select: (seen) => `
  select stage = 'closedWon' as is_won, currency, count(*) as total, sum(amount) as amount
  ${seen} and (${isOpen} or ${isWonNow}) group by 1, currency`,
  },
  activities: {
    table: 'activity',
    select: (seen) => `
  select count(*) filter (where due_on >= now()) as due, count(*) filter (where due_on < now()) as overdue
  ${seen} and status in ('plan', 'inProgress') and due_on < date_trunc('day', now(), 'UTC') + interval '1 day'`,
  },
};

const figuresOf: Readonly<Record<string, { readonly kind: string; readonly value: string }>> = {
  customerCount: { kind: 'customers', value: 'select total from customers' },
  openLeadCount: { kind: 'leads', value: 'select open from leads' },
  openOpportunityCount: {
    kind: 'opportunities',
    value: 'select coalesce(sum(total), 0) from opportunities where not is_won',
  },
  openOpportunityAmount: {
    kind: 'opportunities',
    value: amountsOf('select currency, amount from opportunities where not is_won'),
  },
  wonAmountThisMonth: {
    kind: 'opportunities',
    value: amountsOf('select currency, amount from opportunities where is_won'),
  },
  dueActivityCount: { kind: 'activities', value: 'select due from activities' },
  overdueActivityCount: { kind: 'activities', value: 'select overdue from activities' },
};
