import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, Route, ServedBytes } from '@rapport/http-contract';
import { failureFormOf, type FailureForm } from '@rapport/http-contract/failures';
import { requestParser } from '@rapport/http-contract/parsing';
import { withoutCredentials, type AppError } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { Request } from 'express';
import { AnswerCheck } from './answering/answer-check.ts';
import { sendAnswer } from './answering/send-answer.ts';
import { begun, heldBytes, sendBytesHead, sendPieces, wantedBytes } from './answering/send-bytes.ts';
import { appErrorOf, sendError } from './answering/send-error.ts';
import { Exchange, type Guard, type RequestNotes } from './exchange.ts';
import { handleRequest, type CompiledRoute } from './handle-request.ts';
import { CallerGone } from './receiving/read-body.ts';
import { Uploads } from './receiving/uploads.ts';
import { callerGoneStatus, RequestLog } from './request-log.ts';
import { callerShare } from './sharing/caller-share.ts';
import { measureShares } from './sharing/measure-shares.ts';
import { ProcessShares } from './sharing/process-shares.ts';

export interface ContractServerOptions<Context> {
  readonly telemetry: Telemetry;
  /** Every request passes them in order before any of its body is read. */
  readonly guards: readonly Guard<Context>[];
  /**
   * A request whose body came after the guards had passed goes by these too, because rights may have gone meanwhile. Only where
   * no guard looks at rights are there none.
   */
  readonly guardsBehindBody: readonly Guard<Context>[];
  /** The form of failures at an address without an endpoint; a problem when it is not given. */
  readonly failureFormAt?: (path: string) => FailureForm;
  /** Whether the callers are our own services, whose traces are continued and not only linked. */
  readonly trusted?: boolean;
  /** In whose name a file is sent, where endpoints take files. */
  readonly uploaderOf?: (context: Context) => string;
  /** Its callers share a process with those of other servers that have the same. */
  readonly shares?: ProcessShares;
  /** Holds every answer to its contract. That costs a parse of each, so it is for tests and development. */
  readonly checkResponses?: boolean;
  /** Called once for each request that is answered, with the status and with what its guards noted. */
  readonly onAnswered?: (status: number, notes: RequestNotes) => void;
}

type Listener = (req: Request, res: ServerResponse) => void;

/** Makes listeners of routes. Every request is answered once, logged once and measured once, also when it fails. */
export class ContractServer<Context> {
  readonly #options: ContractServerOptions<Context>;
  readonly #log: RequestLog;
  readonly #uploads: Uploads<Context>;
  readonly #shares: ProcessShares;
  readonly #lostAnswers: ReturnType<Telemetry['metrics']['counter']>;

  constructor(options: ContractServerOptions<Context>) {
    this.#options = options;
    this.#log = new RequestLog(options.telemetry);
    this.#uploads = new Uploads(options.uploaderOf);
    this.#shares = options.shares ?? new ProcessShares();
    const { metrics } = options.telemetry;
    measureShares(this.#shares, metrics);
    this.#lostAnswers = metrics.counter({
      name: 'http_answers_lost_total',
      help: 'Answers that were given up unread because their callers held most of the memory for such.',
    });
  }

  handler(route: Route<Context>): Listener {
    const { endpoint } = route;
    const { guards, guardsBehindBody, checkResponses } = this.#options;
    const check = checkResponses ? new AnswerCheck(endpoint) : undefined;
    const parse = requestParser(endpoint);
    const [uploads, shares] = [this.#uploads, this.#shares];
    const compiled: CompiledRoute<Context> = { route, guards, guardsBehindBody, parse, uploads, shares };
    const form = failureFormOf(endpoint);
    return (req, res) => {
      const exchange = this.#begin(req, res, endpoint);
      handleRequest(compiled, exchange)
        .then((answer) => {
          check?.answer(answer);
          if (answer.bytes) {
            return this.#sendBytes(exchange, answer.bytes);
          }
          this.#answered(exchange, sendAnswer(exchange, answer));
          this.#hold(exchange, exchange.res.writableLength);
          return undefined;
        })
        .catch((error: unknown) => this.#fail(exchange, form, check ? check.error(error) : error));
    };
  }

  refusal(error: (method: string | undefined) => AppError): Listener {
    return (req, res) => {
      const exchange = this.#begin(req, res, undefined);
      const form = this.#options.failureFormAt?.(exchange.path) ?? 'problem';
      this.#fail(exchange, form, error(req.method));
    };
  }

  #begin(req: IncomingMessage, res: ServerResponse, endpoint: Endpoint | undefined): Exchange<Context> {
    const { telemetry, trusted = false } = this.#options;
    const traceparent = req.headers['traceparent'];
    const trace = telemetry.startTrace(`${req.method ?? ''} ${endpoint?.path ?? 'none'}`, {
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      trusted,
    });
    const exchange = new Exchange<Context>(req, res, trace, endpoint);
    if (trace.sampled) {
      trace.setAttributes({
        'http.request.method': req.method ?? '',
        'http.route': exchange.route,
        'url.path': withoutCredentials(exchange.path),
      });
    }
    return exchange;
  }

  /** The request is answered with the head. It has neither a slot nor a connection to a database while the bytes leave. */
  async #sendBytes(exchange: Exchange, bytes: ServedBytes): Promise<void> {
    const wanted = wantedBytes(exchange, bytes);
    const pieces = wanted.range && (await begun(bytes.from(wanted.range.start)));
    if (exchange.res.destroyed) {
      throw new CallerGone('the caller went away before the first of the bytes');
    }
    sendBytesHead(exchange, bytes, wanted);
    this.#answered(exchange, wanted.status);
    if (wanted.range && pieces) {
      this.#hold(exchange, heldBytes);
      await sendPieces(exchange, pieces, wanted.range).catch((error: unknown) => {
        exchange.req.socket.destroy();
        const line = { traceId: exchange.trace.traceId, route: exchange.route, error, ...exchange.notes };
        this.#options.telemetry.logger.warn(line, 'an answer ended before its last byte');
      });
    }
  }

  /** A caller may read as slowly as it likes, but where the memory for what it has not read is lost, its connection ends. */
  #hold(exchange: Exchange, bytes: number): void {
    const { req, res } = exchange;
    if (bytes < unreadBytesMin) {
      return;
    }
    const held = this.#shares.answers.hold(callerShare(exchange));
    res.once('close', () => held.release());
    held.lost.addEventListener('abort', () => {
      this.#lostAnswers.inc();
      const line = { traceId: exchange.trace.traceId, route: exchange.route, bytes, ...exchange.notes };
      this.#options.telemetry.logger.warn(line, 'an answer was given up unread');
      req.socket.destroy();
    });
    held.grow(bytes);
  }

  #fail(exchange: Exchange, form: FailureForm, error: unknown): void {
    if (error instanceof CallerGone || exchange.res.headersSent || exchange.res.destroyed) {
      exchange.req.socket.destroy();
      this.#log.write(exchange, callerGoneStatus, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const appError = appErrorOf(error);
    this.#answered(exchange, sendError(exchange, appError, form), appError);
  }

  #answered(exchange: Exchange, status: number, error?: AppError): void {
    this.#log.write(exchange, status, error);
    this.#options.onAnswered?.(status, exchange.notes ?? {});
  }
}

/** The systems of both sides hold as much of an answer on its way. */
const unreadBytesMin = 65_536;
