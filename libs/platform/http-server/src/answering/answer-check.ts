import { AppError, type ErrorCode } from '@rapport/kernel';
import { RawJson, type Answer, type Endpoint } from '@rapport/http-contract';
import { errorsOf } from '@rapport/http-contract/failures';
import { canonicalJson } from '@rapport/http-contract/parsing';

/** Holds answers to their contract in tests and in development, where that may cost time. */
export class AnswerCheck {
  readonly #endpoint: Endpoint;
  readonly #codes: ReadonlySet<ErrorCode>;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    this.#codes = errorsOf(endpoint);
  }

  /** A page answers with any status, and its text has no schema. */
  answer({ status, body, bytes, headers }: Answer): void {
    const { success, operationId, page } = this.#endpoint;
    if (page) {
      return;
    }
    if (status !== success.status && status !== success.unfinishedStatus) {
      throw new Error(`${operationId} answered ${status}, and its contract knows ${success.status}.`);
    }
    if (success.bytes && !(bytes && success.bytes.includes(bytes.mediaType))) {
      throw new Error(`${operationId} answered with other bytes than those of its contract.`);
    }
    const value: unknown = RawJson.is(body) ? body.value : JSON.parse(JSON.stringify(body ?? null));
    const parsed = success.body?.safeParse(value);
    if (parsed && !parsed.success) {
      throw new Error(`${operationId} answered with another body than its contract's: ${parsed.error.message}`);
    }
    if (canonicalJson(parsed?.data ?? null) !== canonicalJson(value)) {
      throw new Error(`${operationId} answered with members that its contract does not know.`);
    }
    const sent = success.headers?.safeParse(headers ?? {});
    if (sent && !sent.success) {
      throw new Error(`${operationId} answered without a header of its contract: ${sent.error.message}`);
    }
  }

  error(error: unknown): unknown {
    if (error instanceof AppError && !this.#codes.has(error.code)) {
      return new Error(`${this.#endpoint.operationId} failed with ${error.code}, which its contract does not know.`, {
        cause: error,
      });
    }
    return error;
  }
}
