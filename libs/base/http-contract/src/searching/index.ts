export { searchAnswer, searchAnswerOf, searchAnswerText } from './search-answer.ts';
export {
  byCode,
  byDate,
  byDateTime,
  byEnum,
  byFlag,
  byId,
  byName,
  byNumber,
  byRecordNumber,
  byText,
  type SearchField,
} from './search-field.ts';
export { commonFilters, commonSorts, searchRequest, type Shortcut } from './search-request.ts';
