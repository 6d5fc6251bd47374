export { canonicalJson } from './canonical-json.ts';
export { formBody } from './form-body.ts';
export { jsonBody, membersAndElements, membersMaxByDefault, type JsonBody } from './json-body.ts';
export { pieceParser, requestParser, type CheckedRequest, type RawRequest } from './request-parser.ts';
