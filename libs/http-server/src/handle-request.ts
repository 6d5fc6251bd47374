import type { IncomingHttpHeaders } from 'node:http';
import { times } from '@rapport/config';
import { resultRequestMediaTypes, type Answer, type Route } from '@rapport/http-contract';
import {
  formBody,
  jsonBody,
  type CheckedRequest,
  type JsonBody,
  type RawRequest,
} from '@rapport/http-contract/parsing';
import type { Exchange, Guard } from './exchange.ts';
import { requireAcceptable } from './receiving/accept.ts';
import { requireForm, requireJson } from './receiving/media-type.ts';
import { readBody } from './receiving/read-body.ts';
import { ReceivedRequest } from './receiving/received-request.ts';

/** A route with its validators compiled. */
export interface CompiledRoute<Context> {
  readonly route: Route<Context>;
  readonly guards: readonly Guard<Context>[];
  readonly parse: (raw: RawRequest) => CheckedRequest;
}

/** Takes a request through its checks in the contract's order, and to its handler. */
export async function handleRequest<Context>(
  { route, guards, parse }: CompiledRoute<Context>,
  exchange: Exchange<Context>,
  params: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  for (const guard of guards) {
    const pending = guard(exchange);
    if (pending) {
      await pending;
    }
  }
  if (route.endpoint.bodyType === 'form') {
    return handleForm(route, exchange, params, parse);
  }
  if (!route.endpoint.envelope && !route.endpoint.page) {
    requireAcceptable(exchange.req.headers.accept, route.endpoint.success.mediaType);
  }
  const body = route.endpoint.body ? await receiveJson(exchange) : undefined;
  const raw = { params, search: exchange.search, headers: exchange.req.headers, body };
  const checked = await parsed(route, exchange.context, parse, raw);
  return route.handle(exchange.context, new ReceivedRequest(checked, exchange, body?.value));
}

/** A refused body is asked about once more, so that its problems with stored definitions stand in the same answer. */
async function parsed<Context>(
  { furtherProblems }: Route<Context>,
  context: Context,
  parse: CompiledRoute<Context>['parse'],
  raw: RawRequest,
): Promise<CheckedRequest> {
  try {
    return parse(raw);
  } catch (error) {
    if (furtherProblems === undefined || raw.body === undefined) {
      throw error;
    }
    const { value, errors } = raw.body;
    return parse({ ...raw, body: { value, errors: { ...errors, ...(await furtherProblems(context, value)) } } });
  }
}

const bytesMaxByDefault = 1_048_576;

async function receiveJson(exchange: Exchange): Promise<JsonBody> {
  const { envelope } = exchange.endpoint;
  if (envelope === undefined || !isWithoutBody(exchange.req.headers)) {
    requireJson(exchange.req.headers, envelope && resultRequestMediaTypes);
  }
  return jsonBody(await receive(exchange));
}

/** A body that is missing has no media type either. */
function isWithoutBody(headers: IncomingHttpHeaders): boolean {
  return (
    headers['content-type'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  );
}

/** A form's fields go to the handler as pairs, because it must see which fields are repeated. */
async function handleForm<Context>(
  route: Route<Context>,
  exchange: Exchange<Context>,
  params: Readonly<Record<string, unknown>>,
  parse: CompiledRoute<Context>['parse'],
): Promise<Answer> {
  requireForm(exchange.req.headers);
  const fields = formBody(await receive(exchange));
  const checked = parse({ params, search: exchange.search, headers: exchange.req.headers, body: undefined });
  return route.handle(exchange.context, new ReceivedRequest({ ...checked, body: fields }, exchange, fields));
}

function receive({ req, res, endpoint }: Exchange): Promise<Buffer> {
  return readBody(req, res, { bytesMax: endpoint.bodyBytesMax ?? bytesMaxByDefault, behindMs: times.requestBodyMs });
}
