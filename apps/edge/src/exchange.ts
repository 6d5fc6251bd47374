import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { FailureForm } from '@rapport/http-contract';
import type { Logger } from 'pino';
import { failureAnswer, invalid, unavailable, type Failure } from './failure.ts';
import { forwardedRequest, withoutHopByHop, type TrustedProxies } from './forwarding.ts';
import type { EdgeMetrics } from './metrics.ts';
import { pathOf } from './path-of.ts';
import type { PathTable } from './path-table.ts';
import { hasBody, RequestBody } from './request-body.ts';
import { shun, type Replica, type Upstream } from './upstream.ts';

export interface ExchangeParts {
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  readonly trusted: TrustedProxies;
  readonly deadlineMs: number;
  readonly failureForms: PathTable<FailureForm>;
}

const refusedShunMs = 1_000;
const silentShunMs = 5_000;

/** A connection that ended under a request: what was sent may have arrived, and no byte of an answer came. */
const lostConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const unreadable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/**
 * One request's way to a replica and back. The client calls `onRequestStart` right before it writes the first byte to a
 * connection; an error without it proves that nothing was sent.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now();
  readonly #parts: ExchangeParts;
  readonly #upstream: Upstream;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #target: string;
  readonly #headers: string[];
  readonly #replicas: Replica[];
  readonly #deadline: NodeJS.Timeout;
  /** A request that may be sent twice because it changes nothing. */
  readonly #repeatable: boolean;
  #attempts = 0;
  #replica: Replica | undefined;
  #body: RequestBody | null = null;
  #controller: Dispatcher.DispatchController | undefined;
  /** Nobody waits for the replica any more: the caller has gone, or has its answer from the edge. */
  #isAbandoned = false;
  #bytesLeft: number | undefined;

  constructor(
    parts: ExchangeParts,
    upstream: Upstream,
    { req, res, target }: { req: IncomingMessage; res: ServerResponse; target: string },
  ) {
    this.#parts = parts;
    this.#upstream = upstream;
    this.#req = req;
    this.#res = res;
    this.#target = target;
    this.#replicas = upstream.order();
    this.#repeatable = (req.method === 'GET' || req.method === 'HEAD') && !hasBody(req);
    const { headers, impostor } = forwardedRequest(req, parts.trusted);
    this.#headers = headers;
    if (impostor) parts.metrics.impostor();
    this.#deadline = setTimeout(() => this.#onDeadline(), parts.deadlineMs);
    res.on('close', () => this.#onClose());
  }

  /** Sends the request to the next replica in turn; a repeatable one may come back to the first. */
  send(): void {
    const replica = this.#replicas[this.#attempts++ % this.#replicas.length];
    if (replica === undefined) return this.#fail(unavailable, 'no_replica');
    this.#replica = replica;
    this.#controller = undefined;
    this.#body = hasBody(this.#req) ? new RequestBody(this.#req) : null;
    replica.pool.dispatch(
      { path: this.#target, method: this.#req.method ?? 'GET', headers: this.#headers, body: this.#body },
      this,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAbandoned) controller.abort(new Error('abandoned'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#isAbandoned) return;
    const length = headers['content-length'];
    this.#bytesLeft = this.#req.method === 'HEAD' || typeof length !== 'string' ? undefined : Number(length);
    this.#res.writeHead(status, withoutHopByHop(headers));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isAbandoned) return;
    if (this.#bytesLeft === chunk.length) {
      // The last bytes go out together with the end, in one write to the socket.
      this.#res.end(chunk);
    } else if (!this.#res.write(chunk)) {
      controller.pause();
      this.#res.once('drain', () => controller.resume());
    }
    if (this.#bytesLeft !== undefined) this.#bytesLeft -= chunk.length;
  }

  onResponseEnd(): void {
    if (!this.#isAbandoned && !this.#res.writableEnded) this.#res.end();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#isAbandoned) return;
    const code = codeOf(error);
    if (this.#res.headersSent) return this.#breakOff(code);
    const wasSent = this.#controller !== undefined;
    if (!wasSent && unreadable.has(code)) return this.#fail(invalid('The request cannot be passed on.'), code);
    if (!wasSent && this.#replica !== undefined) shun(this.#replica, refusedShunMs);
    if (this.#mayTryAgain(wasSent, code)) {
      this.#parts.metrics.retried(this.#upstream.service);
      return this.send();
    }
    this.#fail(unavailable, code);
  }

  #mayTryAgain(wasSent: boolean, code: string): boolean {
    if (!wasSent) return this.#attempts < this.#replicas.length;
    return this.#repeatable && lostConnection.has(code) && this.#attempts <= this.#replicas.length;
  }

  #onDeadline(): void {
    if (this.#res.headersSent) return this.#breakOff('deadline');
    if (!this.#req.complete && this.#body?.isHeldBack === false) {
      return this.#fail(invalid('The request did not arrive in time.', 408), 'slow_caller');
    }
    if (this.#replica !== undefined) shun(this.#replica, silentShunMs);
    this.#fail(unavailable, 'deadline');
  }

  /** The answer is under way and cannot be finished: the caller must see that it is cut. */
  #breakOff(reason: string): void {
    const { metrics, logger } = this.#parts;
    metrics.unanswered(this.#upstream.service, reason);
    logger.warn({ service: this.#upstream.service, reason, path: pathOf(this.#target) }, 'an answer was cut off');
    this.#res.destroy();
  }

  #fail(failure: Failure, reason: string): void {
    this.#abandon();
    const { metrics, logger, failureForms } = this.#parts;
    const answer = failureAnswer(failure, this.#target, failureForms);
    if (failure.status === 503) metrics.unanswered(this.#upstream.service, reason);
    else metrics.refused(failure.status);
    logger.warn(
      {
        traceId: answer.traceId,
        service: this.#upstream.service,
        method: this.#req.method,
        path: pathOf(this.#target),
        reason,
      },
      'a request was not answered by its service',
    );
    if (failure.status === 408) this.#res.shouldKeepAlive = false;
    this.#res.writeHead(answer.status, answer.headers);
    this.#res.end(answer.body);
  }

  /** The answer has been handed over whole, or the caller has gone. */
  #onClose(): void {
    clearTimeout(this.#deadline);
    const { metrics } = this.#parts;
    if (this.#res.writableFinished) {
      metrics.finished(this.#upstream.service, this.#res.statusCode, this.#startedAt);
    } else {
      metrics.aborted(this.#upstream.service);
      this.#abandon();
    }
    this.#readOut();
  }

  #abandon(): void {
    this.#isAbandoned = true;
    this.#controller?.abort(new Error('abandoned'));
  }

  /** What is left of a body that nobody wants is read and dropped, so that the connection can serve the next request. */
  #readOut(): void {
    if (this.#req.complete) return;
    this.#body?.destroy();
    this.#req.resume();
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
