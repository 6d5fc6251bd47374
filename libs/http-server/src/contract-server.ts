import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestParser, type Endpoint, type Route } from '@rapport/http-contract';
import { withoutCredentials, type AppError } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { Request } from 'express';
import { AnswerCheck } from './answer-check.ts';
import { Exchange, type Guard } from './exchange.ts';
import { handleRequest, type CompiledRoute } from './handle-request.ts';
import { CallerGone } from './read-body.ts';
import { problemDetails, type ErrorRenderer } from './render-error.ts';
import { callerGone, RequestLog } from './request-log.ts';
import { sendAnswer } from './send-answer.ts';
import { sendError, toldError } from './send-error.ts';

export interface ContractServerOptions<Context> {
  readonly telemetry: Telemetry;
  /** What every request must pass, in order, before any of its body is read. */
  readonly guards: readonly Guard<Context>[];
  /** How failures are told at a path; as problem details unless it says otherwise. */
  readonly rendererOf?: (path: string) => ErrorRenderer;
  /** Whether callers are ours, so that their traces are continued and not only linked. */
  readonly trusted?: boolean;
  /** Holds answers to their contract, which costs parsing each: for tests and development. */
  readonly checkResponses?: boolean;
}

type Listener = (req: Request, res: ServerResponse) => void;

/** Makes listeners of routes: whatever comes of a request, it is answered once, logged once and measured once. */
export class ContractServer<Context> {
  readonly #options: ContractServerOptions<Context>;
  readonly #log: RequestLog;
  readonly #rendererOf: (path: string) => ErrorRenderer;

  constructor(options: ContractServerOptions<Context>) {
    this.#options = options;
    this.#log = new RequestLog(options.telemetry);
    this.#rendererOf = options.rendererOf ?? (() => problemDetails);
  }

  handler(route: Route<Context>): Listener {
    const { endpoint } = route;
    const { guards, checkResponses } = this.#options;
    const check = checkResponses ? new AnswerCheck(endpoint) : undefined;
    const compiled: CompiledRoute<Context> = { route, guards, parse: requestParser(endpoint) };
    return (req, res) => {
      const exchange = this.#begin(req, res, endpoint);
      handleRequest(compiled, exchange, req.params)
        .then((answer) => {
          check?.answer(answer);
          this.#log.tell(exchange, sendAnswer(exchange, answer));
        })
        .catch((error: unknown) => this.#fail(exchange, check ? check.error(error) : error));
    };
  }

  refusal(error: () => AppError): Listener {
    return (req, res) => this.#fail(this.#begin(req, res, undefined), error());
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

  #fail(exchange: Exchange, error: unknown): void {
    if (error instanceof CallerGone || exchange.res.headersSent || exchange.res.destroyed) {
      exchange.req.socket.destroy();
      this.#log.tell(exchange, callerGone, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const told = toldError(error);
    this.#log.tell(exchange, sendError(exchange, told, this.#rendererOf(exchange.path)), told);
  }
}
