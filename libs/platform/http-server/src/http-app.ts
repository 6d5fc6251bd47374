import type { RequestListener } from 'node:http';
import { changesByGet, type Endpoint, type Route } from '@rapport/http-contract';
import { AppError, type CallContext } from '@rapport/kernel';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ContractServer, type ContractServerOptions } from './contract-server.ts';
import type { Exchange, Guard } from './exchange.ts';
import { ProcessShares } from './sharing/process-shares.ts';

export interface HttpAppOptions<
  Context,
  Open extends CallContext = CallContext,
> extends ContractServerOptions<Context> {
  readonly routes: readonly Route<Context>[];
  readonly open?: OpenAddresses<Open>;
  /** Addresses that this installation has turned off. */
  readonly turnedOff?: { readonly paths: readonly string[]; readonly detail: string } | undefined;
}

/** Addresses that let every caller in: no guard looks at their requests. */
interface OpenAddresses<Context extends CallContext> {
  readonly routes: readonly Route<Context>[];
  /** The part of a request that their handlers get. */
  readonly contextOf: (exchange: Exchange<Context>) => Context;
}

/** A request passes route, method, guards, Accept, media type, size, decoding, validation, handler and answer. */
export function httpApp<Context, Open extends CallContext = CallContext>(
  given: HttpAppOptions<Context, Open>,
): RequestListener {
  const options = { ...given, shares: given.shares ?? new ProcessShares() };
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing');
  const server = new ContractServer(options);
  const served = [
    ...options.routes.map((route) => ({ endpoint: route.endpoint, listener: server.handler(route) })),
    ...openListeners(options),
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
  const { paths = [], detail } = options.turnedOff ?? {};
  for (const path of paths) {
    app.all(
      path,
      server.refusal(() => routeNotFound(detail)),
    );
  }
  app.use(server.refusal(() => routeNotFound()));
  // Express fails before our handlers on a path that it cannot decode. Such a path leads nowhere.
  app.use((_error: unknown, req: Request, res: Response, _next: NextFunction) =>
    server.refusal(() => routeNotFound())(req, res),
  );
  return app;
}

function openListeners<Context, Open extends CallContext>({ open, ...options }: HttpAppOptions<Context, Open>) {
  if (!open) {
    return [];
  }
  const guard: Guard<Open> = (exchange) => {
    exchange.context = open.contextOf(exchange);
  };
  // Only a caller that a guard knows sends files.
  const server = new ContractServer<Open>({
    ...options,
    guards: [guard],
    guardsBehindBody: [],
    uploaderOf: noUploader,
  });
  return open.routes.map((route) => ({ endpoint: route.endpoint, listener: server.handler(route) }));
}

function noUploader(): string {
  return '';
}

function routeNotFound(
  detail = 'There is nothing at this address. Paths are case-sensitive and end without a slash.',
): AppError {
  return new AppError('route_not_found', detail);
}

function methodNotAllowed(endpoints: readonly Endpoint[]): (method: string | undefined) => AppError {
  const allow = endpoints
    .flatMap((endpoint) => [endpoint.method, ...(endpoint.method === 'get' && !changesByGet(endpoint) ? ['head'] : [])])
    .join(', ')
    .toUpperCase();
  const put = endpoints.find(({ method }) => method === 'put');
  return (method) => {
    const way = method === 'PATCH' && put ? ` ${insteadOfPatch(put)}` : '';
    return new AppError('method_not_allowed', `This address knows ${allow}.${way}`, { headers: { allow } });
  };
}

/** Without the validator two callers who each send the whole of a record undo what the other did. */
function insteadOfPatch({ headers }: Endpoint): string {
  const guarded = headers && 'if-match' in headers.shape ? ', with its ETag in If-Match' : '';
  return `There are no partial updates: read it, and send the whole of it by PUT${guarded}.`;
}
