-- The living refresh token of a session, and the one that it replaced, are digests in the session's row. A token bears a mark of ours, so
-- an older one is known as spent without a row. No index has these columns, and a page has room for the next version of its rows, so
-- a refresh writes one row and no index. The release before this one keeps its tokens in control.refresh_token.
alter table control.session
  add column refresh_digest bytea,
  add column refresh_given_on timestamptz,
  add column spent_digest bytea,
  add column spent_on timestamptz,
  add column is_brief boolean not null default false,
  set (fillfactor = 50);

-- A brief session has no refresh token, and is over with its access token.
create index session_brief on control.session (created_on) where is_brief;
