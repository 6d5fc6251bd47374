import type { RequestListener } from 'node:http';
import type { Route } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ContractServer, type ContractServerOptions } from './contract-server.ts';

export interface HttpAppOptions<Context> extends ContractServerOptions<Context> {
  readonly routes: readonly Route<Context>[];
}

/** A request passes route, method, guards, Accept, media type, size, decoding, validation, handler and answer. */
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
  // Express fails before our handlers on a path that it cannot decode. Such a path leads nowhere.
  app.use((_error: unknown, req: Request, res: Response, _next: NextFunction) =>
    server.refusal(routeNotFound)(req, res),
  );
  return app;
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
