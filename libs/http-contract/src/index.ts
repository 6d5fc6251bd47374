export { apiResultSchema, resultMediaTypes, resultRequestMediaTypes, succeeded, type ApiResult } from './api-result.ts';
export { canonicalJson } from './canonical-json.ts';
export { calendarDate, dateTimeAt, utcDateTime } from './date-times.ts';
export {
  endpoint,
  takesCredentials,
  takesToken,
  type Access,
  type Contract,
  type CredentialsAccess,
  type Endpoint,
  type FormFields,
  type FreeHeaders,
  type Method,
  type Parsed,
  type Result,
  type Success,
  type TokenAccess,
} from './endpoint.ts';
export { failureFormOf, type FailureForm } from './failure-form.ts';
export { formBody } from './form-body.ts';
export { idempotencyKeyHeader, ifMatchHeader } from './header-fields.ts';
export { implement, type Answer, type Handler, type Handlers, type ParsedRequest, type Route } from './implement.ts';
export { errorsOf } from './implied-errors.ts';
export { jsonBody, jsonDepthMax, type JsonBody } from './json-body.ts';
export { jsonPath } from './json-path.ts';
export { listPage } from './list-page.ts';
export { oauthProblem, problem, type OAuthProblem, type Problem } from './problem.ts';
export { pageQuery, queryValues, refusedParameter, type PageQuery } from './query.ts';
export { RawJson } from './raw-json.ts';
export { requestBody } from './request-body.ts';
export { requestParser, type CheckedRequest, type RawRequest } from './request-parser.ts';
export {
  countryField,
  currencyField,
  emailField,
  externalIdField,
  idParameter,
  keptId,
  keptText,
  optionalDate,
  optionalDateTime,
  optionalId,
  optionalText,
  requiredText,
  textParameter,
  websiteField,
} from './text-fields.ts';
export { createClient, type Client, type ClientAnswer, type ClientOptions, type ClientRequest } from './client.ts';
export { openApiDocument, type OpenApiOptions } from './open-api.ts';
