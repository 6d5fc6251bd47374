export { plainDto, resultMediaTypes, resultRequestMediaTypes, succeeded } from './api-result.ts';
export { contractOf } from './contract-of.ts';
export {
  changesByGet,
  endpoint,
  fileFormMediaType,
  namesIgnored,
  takesCredentials,
  takesOwner,
  takesReason,
  takesUser,
  type Contract,
  type Endpoint,
  type Example,
  type FilePart,
  type FormFields,
  type PageAnswer,
  type SentFile,
  type UserAccess,
} from './endpoint.ts';
export { formField, formFieldsMax, requiredFormField } from './parsing/form-field.ts';
export { idempotencyKeyHeader, ifMatchHeader } from './fields/header-fields.ts';
export { documentedMembers, inAndOut } from './fields/in-and-out.ts';
export { listPage } from './fields/list-page.ts';
export { pageQuery } from './fields/page-query.ts';
export { refusedParameter } from './fields/refused-parameter.ts';
export { inOrder, neededWith, oneOf } from './fields/body-rules.ts';
export { heldTo, requestBody, type BodyOptions, type BodyRule } from './fields/request-body.ts';
export { headersOfEveryAnswer, type HeaderOfEveryAnswer } from './headers-of-every-answer.ts';
export { implement, type Answer, type KeptBody, type KeptBytes, type ParsedRequest, type Route } from './implement.ts';
export { neededRight, usersScope } from './needed-right.ts';
export { ownPrefixes } from './own-prefixes.ts';
export { RawJson } from './raw-json.ts';
export type { ByteType, ServedBytes } from './served-bytes.ts';
export * from './searching/index.ts';
