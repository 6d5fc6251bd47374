-- Every stage in its order, with what its opportunities count and sum up to. A weighted sum is rounded once.
-- Made by pipelineText in src/pipeline-text.ts.

with counted as materialized (
  select stage,
    currency,
    count(*) as count,
    sum(amount) as amount,
    round(sum(amount * probability) / 100, 4) as weighted
  from tenant.opportunity
  where owner_user_id = :viewer::uuid
      and owner_user_id = :ownerUserId::uuid
      and team_id = :teamId::uuid
      and expected_close_date >= :closeFrom::date
      and expected_close_date < :closeTo::date group by stage,
    currency
)
select json_build_object(
  'stages',
  json_agg(
    json_build_object(
      'stage',
      stage,
      'count',
      (
        select coalesce(sum(count), 0)
        from (select * from counted where counted.stage = stages.stage) of_stage
      ),
      'amount',
      (
        select coalesce(
          json_agg(
            json_build_object('currency', currency, 'amount', trim_scale(amount)) order by currency nulls last
          ),
          '[]'
        )
        from (select * from counted where counted.stage = stages.stage) summed
        where amount is not null
      ),
      'weightedAmount',
      (
        select coalesce(
          json_agg(
            json_build_object('currency', currency, 'amount', trim_scale(weighted))
            order by currency nulls last
          ),
          '[]'
        )
        from (select * from counted where counted.stage = stages.stage) summed
        where weighted is not null
      )
    )
    order by place
  )
)::text
from unnest(
  array['prospecting', 'qualification', 'proposal', 'negotiation', 'closedWon', 'closedLost']
) with ordinality stages (stage, place);
