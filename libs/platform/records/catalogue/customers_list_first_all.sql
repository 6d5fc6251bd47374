-- The pages of a list, in the order of (last change, id). A record's last change only grows, so none moves into or
-- within the pages to come.
-- Made by listStatements in src/reading/pages/list-statements.ts.

select date_trunc(
    'milliseconds',
    greatest(
      born,
      since,
      newest,
      (
        select max(occurred_on)
        from cell.outbox
        where tenant = :tenant and resource = 1 and occurred_on > coalesce(newest, born)
      )
    )
  ) + interval '1 millisecond' as watermark,
  client_number,
  user_number,
  coalesce(
    :updatedFrom::timestamptz < date_trunc('milliseconds', since) + interval '1 millisecond', false
  ) as too_old,
  (select number from cell.epoch) as epoch,
  definitions,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null
from tenant.feed_floor,
  (
    select max(number) filter (where principal_id = :client::text::uuid) as client_number,
      max(number) filter (where principal_id = :user::uuid) as user_number,
      max(since) as since
    from tenant.view
    where principal_id in (:client::text::uuid, :user::uuid)
  ) as view,
  (select max(occurred_on) as newest from tenant.change_feed where resource = 1) as feed
where resource = 1
union all (
  select null,
    null,
    null,
    null,
    null,
    null,
    record.last_modified_on,
    record.id,
    record.code,
    record.name,
    record.customer_type,
    record.email,
    record.phone,
    record.website,
    record.tax_number,
    record.tax_office,
    record.industry,
    record.currency,
    record.customer_group_id,
    record.is_active,
    record.address,
    record.description,
    record.owner_user_id,
    nullif(record.custom_fields, '{}') as custom_fields,
    record.created_on,
    (record.external_ids ->> :client::text)
  from tenant.customer record
  where (last_modified_on) >= (coalesce(:updatedFrom, timestamptz '-infinity'))
    and (last_modified_on) <= (timestamptz 'infinity')
  order by last_modified_on, id limit :limit
);
