import { wordList } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { openActivityStatuses, openLeadStatuses, openStages, wonStage } from '@rapport/kinds';
import { amountsOf, seenRows } from './seen-rows.ts';

/** The figures of the records of one kind. */
export interface SummarySection {
  readonly kind: string;
  readonly figures: readonly string[];
  /** A row with the JSON of each figure, from one pass over the records that the caller sees. */
  readonly text: (context: Pick<RequestContext, 'visibility'>) => string;
}

const utcMonth = `date_trunc('month', now(), 'UTC')`;
const utcTomorrow = `date_trunc('day', now(), 'UTC') + interval '1 day'`;

/** Times stand in sub-selects, because PostgreSQL works out an expression anew for each row that it compares. */
export const summarySections: readonly SummarySection[] = [
  {
    kind: 'customers',
    figures: ['customerCount'],
    text: (context) => `select count(*) ${seenRows(context, 'customer')}`,
  },
  {
    kind: 'leads',
    figures: ['openLeadCount'],
    text: (context) => `select count(*) ${seenRows(context, 'lead')} and status in (${wordList(openLeadStatuses)})`,
  },
  {
    kind: 'opportunities',
    figures: ['openOpportunityCount', 'openOpportunityAmount', 'wonAmountThisMonth'],
    text: (context) => {
      const seen = seenRows(context, 'opportunity');
      return `with open as materialized (
  select currency, count(*) as total, sum(amount) as amount ${seen} and stage in (${wordList(openStages)}) group by currency
), won as materialized (
  select currency, sum(amount) as amount ${seen} and stage = '${wonStage}'
    and closed_on >= (select ${utcMonth}) and closed_on < (select ${utcMonth} + interval '1 month')
  group by currency
)
select (select coalesce(sum(total), 0) from open), ${amountsOf('select * from open')}, ${amountsOf('select * from won')}`;
    },
  },
  {
    kind: 'activities',
    figures: ['dueActivityCount', 'overdueActivityCount'],
    text: (context) => `
select count(*) filter (where due_on >= now()), count(*) filter (where due_on < now())
${seenRows(context, 'activity')} and status in (${wordList(openActivityStatuses)}) and due_on < (select ${utcTomorrow})`,
  },
];
