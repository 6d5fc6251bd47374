-- Those of the records that the caller may see.
-- Made by shownStatement in src/writing/body/codes.ts.

select id
from tenant.customer record
where id = any(:ids::uuid[])
  and case
    :scope::text
    when 'all' then true
    when 'own' then record.owner_user_id = :viewer::uuid
    when 'team' then record.team_id = :viewer::uuid
  end;
