-- Each service's role gets what it needs. The subscription service takes the owner's role for the schemas of tenants.
grant usage on schema control to rapport_token_service, rapport_public_api;
grant select on control.migration to rapport_token_service, rapport_public_api;
grant select on control.tenant, control.plan, control.membership, control.role, control.api_client, control.api_client_secret,
  control.public_key to rapport_token_service;
grant select, insert on control.signing_key to rapport_token_service;
grant select on control.tenant, control.plan, control.membership, control.role, control.api_client, control.public_key to rapport_public_api;
grant select (id, email) on control.identity to rapport_public_api;
