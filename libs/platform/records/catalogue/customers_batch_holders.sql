-- The records that hold external ids of the client, null where it may not see one.
-- Made by holdersStatement in src/writing/batching/batch-statements.ts.

with held as materialized (
  select given.external_id,
    (
      select record_id
      from tenant.external_id
      where client_id = :client::uuid
        and resource = (select 1::smallint)
        and external_id = given.external_id
        and deleted_on is null
    ) as record_id
  from unnest(:externalIds::text[]) as given (external_id)
)
select external_id,
  record_id is not null,
  (
    select id
    from tenant.customer record
    where id = held.record_id
      and case
        :scope::text
        when 'all' then true
        when 'own' then record.owner_user_id = :viewer::uuid
        when 'team' then record.team_id = :viewer::uuid
      end
  )
from held;
