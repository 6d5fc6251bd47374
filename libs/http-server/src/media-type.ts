import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@rapport/kernel';

/** Refuses a body that is not JSON in UTF-8 as it stands. */
export function requireJson(headers: IncomingHttpHeaders): void {
  if (headers['content-type'] !== 'application/json' && !isType(headers, 'application/json')) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  if (isEncoded(headers)) {
    throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
}

/** Refuses a body that is not a form; OAuth knows no 415, so it is an invalid request. */
export function requireForm(headers: IncomingHttpHeaders): void {
  if (!isType(headers, 'application/x-www-form-urlencoded')) {
    throw new AppError('invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  }
  if (isEncoded(headers)) {
    throw new AppError('invalid_request', 'Send the body without a Content-Encoding.');
  }
}

function isType(headers: IncomingHttpHeaders, expected: string): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === expected && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

function isEncoded(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}
