import type { RequestListener } from 'node:http';
import { changesByGet, type Endpoint, type Route } from '@rapport/http-contract';
import { AppError, type CallContext } from '@rapport/kernel';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ContractServer, type ContractServerOptions } from './contract-server.ts';
import type { Exchange } from './exchange.ts';

export interface HttpAppOptions<Context> extends ContractServerOptions<Context> {
  readonly routes: readonly Route<Context>[];
  /** They let every caller in: no guard looks at their requests, and their handlers get the trace alone. */
  readonly openRoutes?: readonly Route<CallContext>[];
}

/** A request passes route, method, guards, Accept, media type, size, decoding, validation, handler and answer. */
export function httpApp<Context>(options: HttpAppOptions<Context>): RequestListener {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing');
  const server = new ContractServer(options);
  // Only a caller that a guard knows sends files.
  const open = new ContractServer<CallContext>({ ...options, guards: [takeTrace], uploaderOf: noUploader });
  const served = [
    ...(options.openRoutes ?? []).map((route) => ({ endpoint: route.endpoint, listener: open.handler(route) })),
    ...options.routes.map((route) => ({ endpoint: route.endpoint, listener: server.handler(route) })),
  ];
  for (const [path, endpoints] of Map.groupBy(served, ({ endpoint }) => endpoint.path)) {
    const expressRoute = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const { endpoint, listener } of endpoints) {
      if (changesByGet(endpoint)) {
        // Express would pass HEAD to the handler of GET.
        expressRoute.head(server.refusal(methodNotAllowed(endpoints.map(({ endpoint }) => endpoint))));
      }
      expressRoute[endpoint.method](listener);
    }
    expressRoute.all(server.refusal(methodNotAllowed(endpoints.map(({ endpoint }) => endpoint))));
  }
  app.use(server.refusal(routeNotFound));
  // Express fails before our handlers on a path that it cannot decode. Such a path leads nowhere.
  app.use((_error: unknown, req: Request, res: Response, _next: NextFunction) =>
    server.refusal(routeNotFound)(req, res),
  );
  return app;
}

function noUploader(): string {
  return '';
}

function takeTrace(exchange: Exchange<CallContext>): void {
  exchange.context = { trace: exchange.trace };
}

function routeNotFound(): AppError {
  return new AppError(
    'route_not_found',
    'There is nothing at this address. Paths are case-sensitive and end without a slash.',
  );
}

function methodNotAllowed(endpoints: readonly Endpoint[]): () => AppError {
  const allow = endpoints
    .flatMap((endpoint) => [endpoint.method, ...(endpoint.method === 'get' && !changesByGet(endpoint) ? ['head'] : [])])
    .join(', ')
    .toUpperCase();
  return () => new AppError('method_not_allowed', `This address knows ${allow}.`, { headers: { allow } });
}
