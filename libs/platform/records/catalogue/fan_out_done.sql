-- Takes away the rows of which nothing is left. What this snapshot shows as reached will not be left later, because an
-- older stamp never comes after a newer one. A row that got a later `since` meanwhile stays: its newest version is
-- judged. The lock is taken although no stamp is: without it, this and a batch of renames deadlocked.
-- Made by doneStatement in src/naming/fan-out-statements.ts.

with judged as materialized (
  select resource,
    record_id,
    since,
    case
      resource
      when 1 then exists (
          select
          from tenant.contact
          where (customer_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
            and (customer_id, last_modified_on) < (open.record_id, open.since)
        )
        or exists (
          select
          from tenant.opportunity
          where (customer_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
            and (customer_id, last_modified_on) < (open.record_id, open.since)
        )
      when 2 then exists (
        select
        from tenant.opportunity
        where (contact_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
          and (contact_id, last_modified_on) < (open.record_id, open.since)
      )
      when 3 then exists (
        select
        from tenant.opportunity
        where (lead_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
          and (lead_id, last_modified_on) < (open.record_id, open.since)
      )
      when 6 then exists (
        select
        from tenant.campaign_member
        where campaign_id = open.record_id
          and not exists (select from tenant.campaign there where there.id = open.record_id)
      )
      else false
    end as is_left
  from cell.fan_out open
  where tenant = :tenant
),
finished as materialized (
  select resource, record_id, since from judged where not is_left limit :goneMax::int
),
locked as materialized (
  select pg_advisory_xact_lock(777, :tenant) from (select from finished limit 1) any_finished
),
gone as (
  delete from cell.fan_out open
  using locked, finished
  where open.tenant = :tenant
    and open.resource = finished.resource
    and open.record_id = finished.record_id
    and open.since = finished.since
  returning open.record_id
)
select count(*)::int as gone
from gone;
