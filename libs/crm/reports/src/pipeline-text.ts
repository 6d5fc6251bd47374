import { wordList } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { opportunityStages } from '@rapport/kinds';
import { amountsOf, seenRows } from './seen-rows.ts';

export interface PipelineFilter {
  readonly ownerUserId?: string | undefined;
  readonly teamId?: string | undefined;
  /** Inclusive. */
  readonly closeFrom?: string | undefined;
  /** Exclusive. */
  readonly closeTo?: string | undefined;
}

/** Every stage in its order, with what its opportunities count and sum up to. A weighted sum is rounded once. */
export function pipelineText(context: Pick<RequestContext, 'visibility'>, filter: PipelineFilter): string {
  const { ownerUserId, teamId, closeFrom, closeTo } = filter;
  const conditions = [
    ownerUserId === undefined ? '' : ' and owner_user_id = :ownerUserId::uuid',
    teamId === undefined ? '' : ' and team_id = :teamId::uuid',
    closeFrom === undefined ? '' : ' and expected_close_date >= :closeFrom::date',
    closeTo === undefined ? '' : ' and expected_close_date < :closeTo::date',
  ];
  const ofStage = 'select * from counted where counted.stage = stages.stage';
  return `with counted as materialized (
  select stage, currency, count(*) as count, sum(amount) as amount,
    round(sum(amount * probability) / 100, 4) as weighted
  ${seenRows(context, 'opportunity')}${conditions.join('')} group by stage, currency
)
select json_build_object('stages', json_agg(json_build_object(
  'stage', stage, 'count', (select coalesce(sum(count), 0) from (${ofStage}) of_stage),
  'amount', ${amountsOf(ofStage)}, 'weightedAmount', ${amountsOf(ofStage, 'weighted')}
) order by place))::text
from unnest(array[${wordList(opportunityStages)}]) with ordinality stages (stage, place)`;
}
