import type { IncomingHttpHeaders } from 'node:http';
import { fileFormMediaType } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';

/** Refuses a body that is not JSON in UTF-8 without an encoding. Its media type must be one of `types`. */
export function requireJson(headers: IncomingHttpHeaders, types: readonly string[] = plainJson): void {
  if (headers['content-type'] !== 'application/json' && !types.some((type) => isType(headers, type))) {
    throw new AppError('unsupported_media_type', `Send the body as ${types.join(', ')} in UTF-8.`);
  }
  if (isEncoded(headers)) {
    throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
}

/** Refuses a body that is not a form. OAuth knows no 415, so it is an invalid request. */
export function requireForm(headers: IncomingHttpHeaders): void {
  if (!isType(headers, 'application/x-www-form-urlencoded')) {
    throw new AppError('invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  }
  if (isEncoded(headers)) {
    throw new AppError('invalid_request', 'Send the body without a Content-Encoding.');
  }
}

/** Refuses a body that is not a form with files. */
export function requireFileForm(headers: IncomingHttpHeaders): void {
  if (!isType(headers, fileFormMediaType)) {
    throw new AppError('unsupported_media_type', `Send the file as ${fileFormMediaType}.`);
  }
  if (isEncoded(headers)) {
    throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
}

const plainJson = ['application/json'];

/** `*` in the expected type stands for any part of a subtype. */
function isType(headers: IncomingHttpHeaders, expected: string): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((piece) => piece.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return fits(type, expected) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

function fits(type: string, expected: string): boolean {
  const [start = '', end] = expected.split('*');
  return end === undefined ? type === expected : type.startsWith(start) && type.endsWith(end);
}

function isEncoded(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}
