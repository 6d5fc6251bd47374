import type { RequestContext } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { amountsOf, seenRows } from './seen-rows.ts';

/** What the caller has before it: each figure of the records that it sees, or null where it may not read their kind. */
export function summaryText(context: RequestContext, reads: (kind: string) => boolean, bind: Bind): string {
  const figures = Object.entries(figuresOf).map(([name, { kind, table, of }]) => {
    const figure = reads(kind) ? of(seenRows(context, table, bind)) : 'null';
    return `'${name}', ${figure}`;
  });
  return `select json_build_object(${figures.join(',\n  ')})::text`;
}

interface Figure {
  readonly kind: string;
  readonly table: string;
  readonly of: (seen: string) => string;
}

const isOpen = `stage in ('prospecting', 'qualification', 'proposal', 'negotiation')`;
const isDue = `status in ('plan', 'inProgress') and due_on is not null`;
const utcDay = `date_trunc('day', now(), 'UTC')`;
const utcMonth = `date_trunc('month', now(), 'UTC')`;

const figuresOf: Readonly<Record<string, Figure>> = {
  customerCount: { kind: 'customers', table: 'customer', of: counted() },
  openLeadCount: {
    kind: 'leads',
    table: 'lead',
    of: counted(`status in ('new', 'contacted', 'nurturing', 'qualified')`),
  },
  openOpportunityCount: { kind: 'opportunities', table: 'opportunity', of: counted(isOpen) },
  openOpportunityAmount: { kind: 'opportunities', table: 'opportunity', of: summed(isOpen) },
  wonAmountThisMonth: {
    kind: 'opportunities',
    table: 'opportunity',
    of: summed(`stage = 'closedWon' and closed_on >= ${utcMonth} and closed_on < ${utcMonth} + interval '1 month'`),
  },
  dueActivityCount: {
    kind: 'activities',
    table: 'activity',
    of: counted(`${isDue} and due_on >= now() and due_on < ${utcDay} + interval '1 day'`),
  },
  overdueActivityCount: { kind: 'activities', table: 'activity', of: counted(`${isDue} and due_on < now()`) },
};

function counted(condition = 'true'): Figure['of'] {
  return (seen) => `(select count(*) ${seen} and ${condition})`;
}

function summed(condition: string): Figure['of'] {
  return (seen) => amountsOf(`select currency, sum(amount) as amount ${seen} and ${condition} group by currency`);
}
