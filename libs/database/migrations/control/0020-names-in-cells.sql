-- The names of users that were made before go to their cells, as every later change of a user does.
insert into control.cell_work (id, tenant_id, kind, principal_id) select uuidv7(), tenant_id, 'user', id from control.membership;
