import { publicDocument } from '@rapport/public-contract';
import { ApiDocument, Judge, type OpenApi } from '@rapport/testbed';
import { raw, type RawAnswer, type RawRequest } from '../raw.ts';

// The document is made of plain values; this is its form.
export const document = new ApiDocument(publicDocument() as unknown as OpenApi);
const judge = new Judge(document);

/** Which codes the operations have answered with, as `operation status code`. */
export const seen = new Set<string>();

/** Sends a request whose answer must be as the document promises: its status, headers, body and code. */
export async function judged(method: string, target: string, request: RawRequest): Promise<RawAnswer> {
  const answer = await raw(method, target, request);
  const { status, headers, text, body } = answer;
  const received = { status, headers: Object.fromEntries(headers), body: Buffer.from(text) };
  const problem = judge.problemOf({ method, target }, received);
  if (problem !== undefined) {
    throw new Error(`${method} ${target}: ${problem}: ${text.slice(0, 500)}`);
  }
  const asked = judge.askedOf({ method, target });
  if (asked.kind === 'operation' && status >= 400) {
    seen.add(`${asked.operation.operationId} ${status} ${String((body as { code?: unknown }).code)}`);
  }
  return answer;
}
