import { expect } from 'vitest';
import type { TokenAnswer } from './token-client.ts';

/** An error below /connect has the members of OAuth and those of a problem together; `code` is the problem's. */
export function expectRefused(answer: TokenAnswer, status: number, code: string, path = '/connect/token'): void {
  const text = answer.body['error_description'];
  expect(answer.body).toMatchObject({
    error: oauthNames[code] ?? code,
    error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) as unknown,
    error_uri: `/docs/errors/${code}`,
    type: 'about:blank',
    title: expect.any(String) as unknown,
    status,
    detail: text,
    instance: path,
    code,
    help: `/docs/errors/${code}`,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('traceresponse')?.split('-')[1]).toBe(answer.body['traceId']);
}

/** The errors of OAuth of the codes that are not themselves such errors. */
const oauthNames: Readonly<Record<string, string>> = {
  rate_limited: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  method_not_allowed: 'invalid_request',
  payload_too_large: 'invalid_request',
};
