import { askedOf, type Asked } from './address.ts';
import type { Answer, ApiDocument } from './api-document.ts';
import { isUnread, type ReceivedAnswer } from './received-answer.ts';

/** Holds answers to a document. Whatever the document does not promise is a lie, of one or of the other. */
export class Judge {
  readonly #document: ApiDocument;

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  askedOf({ method, target }: SentRequest): Asked {
    return askedOf(this.#document.operations, method, target);
  }

  /** The problem of the answer, or undefined. */
  problemOf(request: SentRequest, answer: ReceivedAnswer): string | undefined {
    if (answer.status >= 500) {
      return `the server failed with ${answer.status}`;
    }
    const asked = this.askedOf(request);
    const promised = this.#promisedTo(asked, answer);
    if (promised === undefined) {
      return `the document does not know the status ${answer.status} there`;
    }
    return this.#headerProblem(promised, answer) ?? this.#bodyProblem(promised, request, answer);
  }

  #promisedTo(asked: Asked, { status, headers }: ReceivedAnswer): Answer | undefined {
    if (asked.kind === 'operation' && !isUnread(status, headers)) {
      return asked.operation.responses[String(status)];
    }
    const names: Readonly<Record<number, string>> = {
      400: 'Unreadable',
      408: 'HeadTooSlow',
      431: 'HeadTooLong',
      ...(asked.kind === 'method' ? { 405: 'MethodNotAllowed' } : { 404: 'RouteNotFound' }),
    };
    const name = names[status];
    return name === undefined ? undefined : this.#document.named(name);
  }

  #headerProblem(promised: Answer, { status, headers }: ReceivedAnswer): string | undefined {
    for (const [name, { required = false, schema }] of this.#document.headersOf(promised)) {
      const value = headers[name.toLowerCase()];
      if (value === undefined) {
        if (required) {
          return `the answer ${status} has no header ${name}`;
        }
        continue;
      }
      const problem = this.#document.problemOf(schema, schema.type === 'integer' ? Number(value) : value);
      if (problem !== undefined) {
        return `the header ${name} of the answer ${status} is ${value}: ${problem}`;
      }
    }
    return undefined;
  }

  #bodyProblem({ content, 'x-codes': codes }: Answer, request: SentRequest, { status, headers, body }: ReceivedAnswer) {
    if (request.method === 'HEAD' && !isUnread(status, headers)) {
      return body.length > 0 ? 'an answer to HEAD has a body' : undefined;
    }
    if (content === undefined) {
      return body.length > 0 ? `the answer ${status} has a body` : undefined;
    }
    const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const schema = content[type]?.schema;
    if (schema === undefined) {
      return `the answer ${status} has the media type "${type}"`;
    }
    const value = this.#document.resolve(schema).type === 'string' ? body.toString() : parsed(body);
    const problem = this.#document.problemOf(schema, value);
    if (problem !== undefined) {
      return `the body of the answer ${status} is not as promised: ${problem}`;
    }
    return codes === undefined || typeof value === 'string' ? undefined : codeProblem(codes, status, value);
  }
}

/** A request as far as it decides which answers are promised. */
interface SentRequest {
  readonly method: string;
  readonly target: string;
}

function codeProblem(codes: readonly string[], status: number, body: unknown): string | undefined {
  const { isSuccess, errorCode, code = errorCode, status: named } = body as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || !codes.includes(code)) {
    return `the answer ${status} has the code ${String(code)}, and the document knows ${codes.join(', ')}`;
  }
  // The wrapper of the application API names no status.
  return named === status || isSuccess === false ? undefined : `the answer ${status} names the status ${String(named)}`;
}

/** A body that is no JSON is undefined, which no schema takes. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
