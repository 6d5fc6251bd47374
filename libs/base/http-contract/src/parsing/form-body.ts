import { AppError } from '@rapport/kernel';
import type { FormFields } from '../endpoint.ts';
import { formFieldsMax } from './form-field.ts';

/** Reads a form strictly. Repeated fields are kept, because the handler must refuse them. */
export function formBody(bytes: Uint8Array): FormFields {
  const text = decodeUtf8(bytes);
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > formFieldsMax) {
    throw invalid(`The form has more than ${formFieldsMax} fields.`);
  }
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    return [decodeField(name), equals < 0 ? '' : decodeField(pair.slice(equals + 1))];
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('The form is not valid UTF-8.');
  }
}

function decodeField(text: string): string {
  const field = decodePercent(text.replaceAll('+', ' '));
  if (field.includes('\u0000')) {
    throw invalid('The form holds the character U+0000.');
  }
  return field;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('The form is not encoded as application/x-www-form-urlencoded.');
  }
}

function invalid(detail: string): AppError {
  return new AppError('invalid_request', detail);
}
