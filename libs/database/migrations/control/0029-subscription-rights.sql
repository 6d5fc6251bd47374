-- The subscription service faces the world, so it owns nothing: it changes what it is made for, and never what migrations and the
-- operators' words write. For the birth and the end of a tenant's schema it takes the owner's role in that transaction.
grant usage on schema control to rapport_subscription_service;
grant select on control.migration, control.operator, control.key_check, control.token_audit, control.audit, control.usage,
  control.public_key to rapport_subscription_service;
grant insert on control.audit to rapport_subscription_service;
grant insert, update on control.usage, control.plan, control.key_check, control.invoice, control.invoice_number
  to rapport_subscription_service;
grant select on control.plan, control.invoice, control.invoice_number to rapport_subscription_service;
grant select, insert, update, delete on control.abandoned_schema, control.api_client, control.api_client_secret,
  control.authorization_code, control.browser_sign_in, control.cell_work, control.ended_access, control.identity, control.mail,
  control.membership, control.password_link, control.record_count, control.refresh_token, control.request_key,
  control.revoked_tokens, control.role, control.session, control.signing_key, control.signup_key, control.subscription,
  control.team, control.tenant, control.tenant_creation, control.usage_batch to rapport_subscription_service;
grant select, update (counted_on) on control.cell to rapport_subscription_service;
grant usage on sequence control.tenant_number to rapport_subscription_service;
