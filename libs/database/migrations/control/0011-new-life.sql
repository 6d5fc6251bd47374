-- The version of a tenant, a user or a client after this one. It is at least the time in microseconds, so a version that was given once is
-- not given again by a control that was restored to an older state: what is remembered by its version stays true.
create function control.next_version(version bigint) returns bigint language sql volatile
return greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000000)::bigint);

-- After control was restored to an older state: every number that it gives from now on is above those that were given and forgotten, the
-- tokens of before are dead, and every cell is brought up to date. Done again it does no harm.
create procedure control.begin_new_life(highest_tenant_number int) language sql as $$
  select setval('control.tenant_number', greatest((select last_value from control.tenant_number), highest_tenant_number));
  update control.tenant set version = control.next_version(version);
  update control.membership set version = control.next_version(version), view_number = view_number + 1000000;
  update control.api_client
    set version = control.next_version(version), view_number = view_number + 1000000, epoch = epoch + 1000000;
  insert into control.cell_work (id, tenant_id, kind, principal_id)
    select uuidv7(), tenant_id, 'user', id from control.membership
    union all
    select uuidv7(), tenant_id, 'client', id from control.api_client;
$$;
revoke execute on procedure control.begin_new_life from public;
