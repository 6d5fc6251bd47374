import { hash } from 'node:crypto';
import type { ParsedRequest } from '@rapport/http-contract';
import { canonicalJson, type CheckedRequest } from '@rapport/http-contract/parsing';
import type { Exchange } from '../exchange.ts';

/** A checked request, which knows its fingerprint for an idempotency key. */
export class ReceivedRequest implements ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly #exchange: Exchange;
  readonly #rawBody: unknown;

  constructor(checked: CheckedRequest, exchange: Exchange, rawBody: unknown) {
    this.params = checked.params;
    this.query = checked.query;
    this.headers = checked.headers;
    this.body = checked.body;
    this.#exchange = exchange;
    this.#rawBody = rawBody;
  }

  get fingerprint(): Buffer {
    const { req, path } = this.#exchange;
    const body = this.#rawBody === undefined ? '' : canonicalJson(this.#rawBody);
    return hash('sha256', `${req.method ?? ''}\n${path}\n${body}`, 'buffer');
  }
}
