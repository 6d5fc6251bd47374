export { resultMediaTypes, resultRequestMediaTypes, succeeded } from './api-result.ts';
export { endpoint, takesCredentials, takesToken, type Contract, type Endpoint } from './endpoint.ts';
export { dateTimeAt } from './fields/date-times.ts';
export { idempotencyKeyHeader, ifMatchHeader } from './fields/header-fields.ts';
export { listPage } from './fields/list-page.ts';
export { pageQuery } from './fields/page-query.ts';
export { refusedParameter } from './fields/refused-parameter.ts';
export { requestBody } from './fields/request-body.ts';
export {
  countryField,
  currencyField,
  emailField,
  externalIdField,
  idParameter,
  keptId,
  keptText,
  optionalId,
  optionalText,
  requiredText,
  websiteField,
} from './fields/text-fields.ts';
export { headersOfEveryAnswer, type HeaderOfEveryAnswer } from './headers-of-every-answer.ts';
export { implement, type Answer, type ParsedRequest, type Route } from './implement.ts';
export { ownPrefixes } from './own-prefixes.ts';
export { RawJson } from './raw-json.ts';
