-- A browser in which a person signed in. The cookie's secret is kept as a digest.
create table control.browser_sign_in (
  id uuid primary key,
  identity_id uuid not null references control.identity,
  digest bytea not null unique,
  created_on timestamptz not null default clock_timestamp(),
  used_on timestamptz not null default clock_timestamp(),
  ended_on timestamptz
);
create index browser_sign_in_identity on control.browser_sign_in (identity_id);
create index browser_sign_in_used on control.browser_sign_in (used_on);

-- What a person's client got from one sign-in: the chain of its refresh tokens and all access tokens that carry its id as `sid`. The living
-- refresh token and the one that it replaced are digests in this row. A token bears a mark of ours, so an older one is known as spent
-- without a row. No index has these columns, and a page has room for the next version of its rows, so a refresh writes one row and no index.
-- A brief session has no refresh token, and is over with its access token.
create table control.session (
  id uuid primary key,
  user_id uuid not null references control.membership,
  client_id text not null,
  browser_id uuid references control.browser_sign_in,
  is_brief boolean not null default false,
  created_on timestamptz not null default clock_timestamp(),
  used_on timestamptz not null default clock_timestamp(),
  ended_on timestamptz,
  refresh_digest bytea,
  refresh_given_on timestamptz,
  spent_digest bytea,
  spent_on timestamptz
) with (fillfactor = 50);
create index session_of_user on control.session (user_id);
create index session_of_browser on control.session (browser_id);
create index session_used on control.session (used_on);
create index session_brief on control.session (created_on) where is_brief;

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
create index authorization_code_user on control.authorization_code (user_id);
create index authorization_code_browser on control.authorization_code (browser_id);

-- Sessions that ended, by their `sid`, and single access tokens that were revoked, by their `jti`, as long as a token could still be taken
-- without this row. The version of the user rises with each.
create table control.ended_access (
  id uuid primary key,
  user_id uuid not null references control.membership,
  expires_at timestamptz not null
);
create index ended_access_user on control.ended_access (user_id, expires_at);
create index ended_access_expired on control.ended_access (expires_at);

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
grant select, insert, update, delete on control.refresh_token to rapport_token_service, rapport_subscription_service;

-- The token service signs people in. The application API, which signs no token, ends what they got.
grant select, insert, update, delete on control.browser_sign_in, control.session, control.authorization_code
  to rapport_token_service, rapport_subscription_service;
grant select, update (ended_on) on control.browser_sign_in, control.session to rapport_application_api;

grant select on control.ended_access to rapport_public_api;
grant select, insert on control.ended_access to rapport_application_api;
grant select, insert, delete on control.ended_access to rapport_token_service;
grant select, insert, update, delete on control.ended_access to rapport_subscription_service;
