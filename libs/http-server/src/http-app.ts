import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Endpoint, Route } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import { AnswerCheck } from './answer-check.ts';
import { Exchange, type Guard } from './exchange.ts';
import { handleRequest, type CompiledRoute } from './handle-request.ts';
import { CallerGone } from './read-body.ts';
import { problemDetails, type ErrorRenderer } from './render-error.ts';
import { callerGone, RequestLog } from './request-log.ts';
import { requestParser } from '@rapport/http-contract';
import { sendAnswer } from './send-answer.ts';
import { sendError, toldError } from './send-error.ts';

export interface HttpAppOptions<Context> {
  readonly telemetry: Telemetry;
  readonly routes: readonly Route<Context>[];
  /** What every request must pass, in order, before any of its body is read. */
  readonly guards: readonly Guard<Context>[];
  /** How failures are told at a path; as problem details unless it says otherwise. */
  readonly rendererOf?: (path: string) => ErrorRenderer;
  /** Whether callers are ours, so that their traces are continued and not only linked. */
  readonly trusted?: boolean;
  /** Holds answers to their contract, which costs parsing each: for tests and development. */
  readonly checkResponses?: boolean;
}

/** The line of a request: route, method, guards, Accept, media type, size, decoding, validation, handler, answer. */
export function httpApp<Context>(options: HttpAppOptions<Context>): RequestListener {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing');
  const server = new ContractServer(options);
  for (const [path, routes] of byPath(options.routes)) {
    const expressRoute = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const route of routes) {
      expressRoute[route.endpoint.method](server.handler(route));
    }
    expressRoute.all(server.refusal(methodNotAllowed(routes)));
  }
  app.use(server.refusal(routeNotFound));
  // Express fails before our handlers on a path that cannot be decoded, which then is the path of nothing.
  app.use((_error: unknown, req: Request, res: Response, _next: NextFunction) =>
    server.refusal(routeNotFound)(req, res),
  );
  return app;
}

type Listener = (req: Request, res: Response) => void;

class ContractServer<Context> {
  readonly #options: HttpAppOptions<Context>;
  readonly #log: RequestLog;
  readonly #rendererOf: (path: string) => ErrorRenderer;

  constructor(options: HttpAppOptions<Context>) {
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
        'url.path': exchange.path,
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

function byPath<Context>(routes: readonly Route<Context>[]): Map<string, Route<Context>[]> {
  return Map.groupBy(routes, (route) => route.endpoint.path);
}

function routeNotFound(): AppError {
  return new AppError(
    'route_not_found',
    'There is nothing at this address. Paths are case-sensitive and end without a slash.',
  );
}

function methodNotAllowed(routes: readonly Route<never>[]): () => AppError {
  const methods = routes.map((route) => route.endpoint.method.toUpperCase());
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => new AppError('method_not_allowed', `This address knows ${allow}.`, { headers: { allow } });
}
