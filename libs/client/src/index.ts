export {
  etagOf,
  type BatchResult,
  type ChangeOptions,
  type CreateOptions,
  type ReadOptions,
} from './records/record-calls.ts';
export type { Page, Pages } from './records/pages.ts';
export type { Attempt, CallOptions, Credentials, RapportOptions, TokenSource } from './options.ts';
export { Rapport, resourceNames, type CustomFields, type CustomFieldsOptions, type ResourceName } from './rapport.ts';
export { RapportError, type OwnCode } from './rapport-error.ts';
export type * from './types.ts';
