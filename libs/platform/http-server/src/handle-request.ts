import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { times } from '@rapport/config';
import { resultRequestMediaTypes, type Answer, type FilePart, type Route } from '@rapport/http-contract';
import { formBody, jsonBody, type CheckedRequest, type RawRequest } from '@rapport/http-contract/parsing';
import { nameIgnored } from './answering/name-ignored.ts';
import type { Exchange, Guard } from './exchange.ts';
import { requireAcceptable } from './receiving/accept.ts';
import { fileOf, type FileForm } from './receiving/file-form.ts';
import { requireFileForm, requireForm, requireJson } from './receiving/media-type.ts';
import { readBody } from './receiving/read-body.ts';
import { ReceivedRequest } from './receiving/received-request.ts';
import type { Uploads } from './receiving/uploads.ts';
import { callerAddress, callerShare } from './sharing/caller-share.ts';
import type { ProcessShares } from './sharing/process-shares.ts';
import type { Held } from './sharing/shared-memory.ts';

/** A route with its validators compiled. */
export interface CompiledRoute<Context> {
  readonly route: Route<Context>;
  readonly guards: readonly Guard<Context>[];
  readonly guardsBehindBody: readonly Guard<Context>[];
  readonly parse: (raw: RawRequest) => CheckedRequest;
  readonly uploads: Uploads<Context>;
  readonly shares: ProcessShares;
}

/** Takes a request through its checks in the contract's order, and to its handler. */
export async function handleRequest<Context>(
  compiled: CompiledRoute<Context>,
  exchange: Exchange<Context>,
): Promise<Answer> {
  const { route, guards } = compiled;
  await pass(guards, exchange);
  if (route.endpoint.bodyType === 'form') {
    return handleForm(compiled, exchange);
  }
  if (!route.endpoint.envelope && !route.endpoint.page) {
    requireAcceptable(exchange.req.headers.accept, route.endpoint.success);
  }
  if (route.endpoint.file) {
    return handleFile(compiled, exchange, route.endpoint.file);
  }
  const received = route.endpoint.body ? await receiveJson(compiled, exchange) : undefined;
  return atWork(compiled, exchange, received, async () => {
    const body = received && jsonBody(received.bytes, route.endpoint.bodyMembersMax);
    const raw = { params: exchange.params, search: exchange.search, headers: exchange.req.headers, body };
    const checked = await parsed(route, exchange.context, compiled.parse, raw);
    const answer = await route.handle(exchange.context, new ReceivedRequest(checked, exchange, body?.value));
    nameIgnored(exchange, checked, answer);
    return answer;
  });
}

/** A body is there as a whole before its request takes a slot, and counts as memory until then. */
function atWork<Context>(
  { shares: { slots } }: CompiledRoute<Context>,
  exchange: Exchange<Context>,
  received: Received | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const address = callerAddress(exchange);
  if (received === undefined) {
    return slots.during(address, exchange.res, undefined, work);
  }
  const { held } = received;
  const working = slots.during(address, exchange.res, held, () => {
    held.release();
    return work();
  });
  return working.finally(() => held.release());
}

async function pass<Context>(guards: readonly Guard<Context>[], exchange: Exchange<Context>): Promise<void> {
  for (const guard of guards) {
    const pending = guard(exchange);
    if (pending) {
      await pending;
    }
  }
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

async function receiveJson<Context>(compiled: CompiledRoute<Context>, exchange: Exchange<Context>): Promise<Received> {
  const { envelope } = exchange.endpoint;
  if (envelope === undefined || !isWithoutBody(exchange.req.headers)) {
    requireJson(exchange.req.headers, envelope && resultRequestMediaTypes);
  }
  return receive(compiled, exchange);
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
async function handleForm<Context>(compiled: CompiledRoute<Context>, exchange: Exchange<Context>): Promise<Answer> {
  requireForm(exchange.req.headers);
  const { route, parse } = compiled;
  const received = await receive(compiled, exchange);
  return atWork(compiled, exchange, received, async () => {
    const fields = formBody(received.bytes);
    const checked = parse({
      params: exchange.params,
      search: exchange.search,
      headers: exchange.req.headers,
      body: undefined,
    });
    return route.handle(exchange.context, new ReceivedRequest({ ...checked, body: fields }, exchange, fields));
  });
}

/** An upload takes its place when its body is there, so that callers who send slowly keep no other from uploading. */
async function handleFile<Context>(
  compiled: CompiledRoute<Context>,
  exchange: Exchange<Context>,
  part: FilePart,
): Promise<Answer> {
  const { route, parse, uploads } = compiled;
  const { req, search, params } = exchange;
  const answered = async ({ file, errors }: FileForm): Promise<Answer> => {
    const raw = { params, search, headers: req.headers, body: undefined, formErrors: errors };
    const checked = parse(raw);
    const said = { parameters: checked.query, file: file && { name: file.name, sha256: hash('sha256', file.content) } };
    return route.handle(exchange.context, new ReceivedRequest({ ...checked, body: file }, exchange, said));
  };
  if (isWithoutBody(req.headers)) {
    return atWork(compiled, exchange, undefined, () => answered({ file: undefined, errors: undefined }));
  }
  requireFileForm(req.headers);
  const received = await receive(compiled, exchange);
  const working = uploads.during(exchange.context, () =>
    atWork(compiled, exchange, received, async () => answered(await fileOf(req.headers, received.bytes, part))),
  );
  return working.finally(() => received.held.release());
}

/** A caller may take minutes to send a body, and the rights that the guards found must not outlive that. */
async function receive<Context>(
  { guardsBehindBody, shares }: CompiledRoute<Context>,
  exchange: Exchange<Context>,
): Promise<Received> {
  const { req, res, endpoint } = exchange;
  const { bodyBytesMax = bytesMaxByDefault, file } = endpoint;
  const bytesMax = file ? file.bytesMax + formBytesMax : bodyBytesMax;
  const wasThere = req.complete;
  const held = shares.bodies.hold(callerShare(exchange));
  try {
    const bytes = await readBody(req, res, { bytesMax, behindMs: times.requestBodyMs, held });
    if (!wasThere) {
      await pass(guardsBehindBody, exchange);
    }
    return { bytes, held };
  } catch (error) {
    held.release();
    throw error;
  }
}

interface Received {
  readonly bytes: Buffer;
  readonly held: Held;
}

/** The most bytes of a form around its file. */
const formBytesMax = 65_536;
