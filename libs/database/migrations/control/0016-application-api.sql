-- The application API lets people in, and writes people and API clients as the operators' surface does. It signs no token.
grant usage on schema control to rapport_application_api;
grant select on control.migration to rapport_application_api;
grant select on control.tenant, control.plan, control.membership, control.role, control.team, control.api_client,
  control.api_client_secret, control.revoked_tokens, control.ended_access, control.public_key, control.identity,
  control.browser_sign_in, control.session, control.password_link, control.token_audit to rapport_application_api;
grant select (id, tenant_id, at, actor_kind, actor, event, subject, details, trace_id) on control.audit to rapport_application_api;
grant insert on control.membership, control.role, control.team, control.api_client, control.api_client_secret,
  control.password_link, control.mail, control.audit, control.ended_access to rapport_application_api;
grant update (name, roles, data_scope, team_id, is_active, invited_on, epoch, version, view_number, view_reads,
  last_modified_on) on control.membership to rapport_application_api;
grant update (name, permissions, is_active, last_modified_on) on control.role to rapport_application_api;
grant update (name, is_active, last_modified_on) on control.team to rapport_application_api;
grant update (name, run_as, scopes, is_active, epoch, version, view_number, last_modified_on) on control.api_client
  to rapport_application_api;
grant update (expires_on) on control.api_client_secret to rapport_application_api;
grant update (password_hash, password_set_on, is_verified) on control.identity to rapport_application_api;
grant update (ended_on) on control.browser_sign_in, control.session, control.password_link to rapport_application_api;
grant select, insert, update (step, attempts, failure, held_by, next_try_on), delete on control.cell_work to rapport_application_api;
grant select, insert, delete on control.request_key to rapport_application_api;
grant select, insert, update (value) on control.key_check to rapport_application_api;
