-- Tokens that were revoked and would still be taken without this row. What is past `expires_at` no clock of ours takes any more, and is purged.
create table control.revoked_tokens (
  jti uuid primary key,
  client uuid not null references control.api_client,
  expires_at timestamptz not null
);
create index revoked_tokens_client on control.revoked_tokens (client, expires_at);
create index revoked_tokens_expired on control.revoked_tokens (expires_at);

-- A revocation raises the version of its client. Whoever purges locks the rows, which takes the right to update a column.
grant select, insert, delete, update (expires_at) on control.revoked_tokens to rapport_token_service;
grant update (version) on control.api_client to rapport_token_service;
grant select on control.revoked_tokens to rapport_public_api;
