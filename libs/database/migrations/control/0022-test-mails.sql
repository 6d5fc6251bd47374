-- A mail of the type test goes to the user who made it due.
grant select (id, tenant_id, identity_id, name, is_active) on control.membership to rapport_change_feed_worker;
grant select (id, email) on control.identity to rapport_change_feed_worker;
