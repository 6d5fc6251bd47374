-- The owner of a sign-up follows a link to prove the address. Guesses at its password are counted by the link, over all its life.
alter table control.password_link
  add column guesses int not null default 0,
  drop constraint password_link_kind_check,
  drop constraint password_link_target,
  add constraint password_link_kind_check check (kind in ('invitation', 'reset', 'verification')),
  add constraint password_link_target check (
    (kind in ('invitation', 'verification')) = (user_id is not null) and (kind = 'reset') = (identity_id is not null));

-- A tenant is verified where a verified person becomes its owner: by a link, or by a change of its users.
grant update (verify_by, is_unverified, version) on control.tenant to rapport_token_service, rapport_application_api;
grant update (guesses) on control.password_link to rapport_token_service;
-- An identity of a sign-up is of no use without its user.
grant delete on control.identity to rapport_token_service;
