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
} from './search-field.ts';
export { commonFilters, commonSorts, searchRequest } from './search-request.ts';
