-- A code is spent when it is presented, whether it fits or not. The session that it gave is ended if the code comes again.
create table control.authorization_code (
  digest bytea primary key,
  user_id uuid not null references control.membership,
  epoch int not null,
  browser_id uuid not null references control.browser_sign_in,
  client_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  created_on timestamptz not null default clock_timestamp(),
  spent_on timestamptz,
  session_id uuid
);
create index authorization_code_created on control.authorization_code (created_on);
create index authorization_code_browser on control.authorization_code (browser_id);

-- The chain of a session's refresh tokens. At most one of them is not spent; the spent ones stay, so that one that comes
-- again is known. The predecessor is the token for which this one was given.
create table control.refresh_token (
  digest bytea primary key,
  session_id uuid not null references control.session on delete cascade,
  predecessor bytea,
  created_on timestamptz not null default clock_timestamp(),
  spent_on timestamptz
);
create unique index refresh_token_living on control.refresh_token (session_id) where spent_on is null;
create index refresh_token_session on control.refresh_token (session_id);

-- Sign-ins are audited beside tokens. What was refused is counted by the minute, as refused tokens are.
alter table control.token_audit drop constraint token_audit_event_check;
alter table control.token_audit add constraint token_audit_event_check check (event in ('token.issued', 'token.denied',
  'token.rate_limited', 'token.revoked', 'sign_in.succeeded', 'sign_in.refused', 'sign_in.ended'));
drop index control.token_audit_refusal;
create unique index token_audit_refusal on control.token_audit (at, id)
  where event in ('token.denied', 'token.rate_limited', 'sign_in.refused');

grant select (id, email, password_hash) on control.identity to rapport_token_service;
grant update (password_hash) on control.identity to rapport_token_service;
grant update (epoch, version) on control.membership to rapport_token_service;
grant select, insert, update, delete on control.browser_sign_in, control.session, control.authorization_code,
  control.refresh_token to rapport_token_service;
grant insert, delete on control.ended_access to rapport_token_service;
