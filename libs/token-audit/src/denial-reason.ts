export type DenialReason =
  | 'unminted'
  | 'unknown_client'
  | 'bad_secret'
  | 'expired_secret'
  | 'disabled'
  | 'runas_disabled'
  | 'scope'
  | 'credentials_in_query';
