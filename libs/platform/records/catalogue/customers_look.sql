-- The words' share in a sample of the texts, and how many records each way would begin with, up to one more than are
-- worth it. The index of trigrams gives all that it finds before the first, so it is asked last, and not for what many
-- texts have. Where another index finds few, no text is asked.
-- Made by lookText in src/searching/composing/search-ways.ts.

with measured as materialized (
  select *, least(length_0, length_1, 10001) as fewest
  from (
    select (
        select count(*)::int
        from (
          select record.id from tenant.customer record where record.owner_user_id = :viewer::uuid limit 10001
        ) begun
      ) as length_0,
      (
        select count(*)::int
        from (
          select record.id
          from tenant.customer record
          where record.created_on >= :filter::timestamptz limit 10001
        ) begun
      ) as length_1
  ) lengths
),
sampled as materialized (
  select share, (share * rarest >= 0.0225)::int as is_common
  from (
    select (
        count(*) filter (where text.folded like '%' || cell.escaped(:word::text) || '%')
      )::float8 / greatest(count(*), 100, 1) as share,
      least(
        (
          count(*) filter (where text.folded like '%' || cell.escaped(:word::text) || '%')
        )::float8 / greatest(count(*), 100, 1)
      ) as rarest
    from tenant.search_text text tablesample system (
      least(100, 30 * 819200.0 / greatest(pg_relation_size('tenant.search_text'), 1))
    )
    where text.resource = 1::smallint and (select fewest from measured) > 200
  ) shares
)
select share,
  is_common,
  case
    when is_common = 0
      and fewest > 200 then (
        select count(*)::int
        from (
          select text.record_id as id
          from tenant.search_text text
          where text.resource = 1::smallint
            and text.folded like '%' || cell.escaped(:word::text) || '%' limit 10001
        ) begun
      )
    else 10001
  end,
  length_0,
  length_1
from sampled, measured;
