export type DenialReason =
  | 'unminted'
  | 'unknown_client'
  | 'bad_secret'
  | 'expired_secret'
  | 'disabled'
  | 'runas_disabled'
  | 'scope'
  | 'credentials_in_query'
  | 'bad_code'
  | 'expired_code'
  | 'spent_code'
  | 'bad_verifier'
  | 'bad_redirect'
  | 'ended_sign_in'
  | 'bad_refresh_token'
  | 'spent_refresh_token'
  | 'ended_session';

/** Why a person was not signed in. None of them names the address that was typed. */
export type SignInRefusal =
  'wrong_pair' | 'no_user' | 'too_many_failures' | 'too_many_successes' | 'foreign_form' | 'bad_request';
