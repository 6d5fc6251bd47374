export { acts, type Act } from './acts.ts';
export {
  AppError,
  serviceUnavailable,
  validationFailed,
  whatIsWrong,
  withHeaders,
  type FieldErrors,
} from './app-error.ts';
export { randomBase62, toBase62 } from './base62.ts';
export {
  callerIn,
  type CallContext,
  type RequestContext,
  type TenantRef,
  type Trace,
  type ViewNumbers,
  type Visibility,
} from './context.ts';
export { customFieldTypes, mayHaveOptions, optionsRefused, type CustomFieldType } from './custom-field-types.ts';
export { errorCodes, type ErrorCode } from './error-codes.ts';
export { idempotencyKeyReused } from './idempotency-keys.ts';
export { isUuid, newId } from './ids.ts';
export { keysOf } from './keys-of.ts';
export { LeastRecentlyUsed } from './least-recently-used.ts';
export { logLevels, type LogLevel } from './log-levels.ts';
export { linkGuesses, lives, secondsOf } from './lives.ts';
export { calendarDate, dateTimeAt, instantOf, utcDateTime, wrongDate, wrongDateTime } from './texts/date-times.ts';
export { nearest } from './texts/nearest.ts';
export {
  operatorsOfKind,
  pageBytesMax,
  searchOperators,
  searchWindow,
  type OperatorOfKind,
  type Search,
  type SearchFilter,
  type SearchOperator,
  type SearchPage,
  type SearchValue,
} from './search.ts';
export { addressKey, isEmailOfPerson, mailedAddress, shownAddress } from './texts/address-key.ts';
export { normalForm } from './texts/normal-form.ts';
export {
  atMost,
  brokenText,
  isPlain,
  isWebAddress,
  looksLikeEmail,
  tidy,
  type TextCheck,
} from './texts/text-checks.ts';
export { untracedContext } from './untraced-context.ts';
export { withoutCredentials } from './without-credentials.ts';
