import { AppError, whatIsWrong, type ErrorCode, type FieldErrors } from '@rapport/kernel';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { droppedBy } from '../fields/request-body.ts';
import { codeOfIssue, headerName } from '../fields/header-fields.ts';
import { explain, fieldErrors, pathsMax } from './explain.ts';
import { brokenTexts, type JsonBody } from './json-body.ts';
import { queryValues } from './query-values.ts';

/** A request as it arrived, decoded and not yet checked. */
export interface RawRequest {
  readonly params: Readonly<Record<string, unknown>>;
  /** The part of the address behind `?`, or an empty text. */
  readonly search: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonBody | undefined;
  /** The problems of a form that takes the place of a body. */
  readonly formErrors?: FieldErrors | undefined;
}

export interface CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  /** The parameters of the query that the endpoint does not know. */
  readonly unknownParameters: readonly string[];
  /** The read-only members of the body, where it has some. */
  readonly droppedMembers: Readonly<Record<string, unknown>> | undefined;
}

/** Compiles what an endpoint asks of a request. The parser reports every problem at once. */
export function requestParser(endpoint: Endpoint): (raw: RawRequest) => CheckedRequest {
  const params = compiled(endpoint.params);
  const query = compiled(endpoint.query);
  const parameters = Object.keys(endpoint.query?.shape ?? {});
  const headers = compiled(endpoint.headers);
  const body = compiled(endpoint.body);
  const dropped = droppedBy(endpoint.body);
  const readsNoQuery = endpoint.bodyType === 'form' || endpoint.page === true;
  return (raw) => {
    const problems = new Problems();
    const given = raw.search === '' || readsNoQuery ? noQuery : queryValues(raw.search, parameters);
    problems.add(given.errors);
    const checked = {
      query: query && problems.check(query, given.values, given.errors),
      headers: headers && problems.check(headers, raw.headers, undefined, headerName),
      body: body && raw.body && problems.check(body, raw.body.value),
    };
    problems.add(endpoint.itemsAlone ? undefined : raw.body?.errors);
    problems.add(raw.formErrors);
    problems.throwIfAny();
    return {
      params: params && paramsOf(params, raw.params),
      ...checked,
      unknownParameters: given.unknown,
      droppedMembers: membersOf(raw.body?.value, dropped),
    };
  };
}

/**
 * Compiles what is asked of a value that is a piece of a body, such as an item of a batch. The paths of its problems begin
 * with the value.
 */
export function pieceParser<S extends z.ZodType>(schema: S): (value: unknown, further?: FieldErrors) => z.output<S> {
  const piece = z.compile(schema);
  return (value, further) => {
    const problems = new Problems();
    const checked = problems.check(piece, value);
    problems.add(brokenTexts(value));
    problems.add(further);
    problems.throwIfAny();
    // Without problems it is the output of the schema.
    return checked as z.output<S>;
  };
}

/** A valid input goes through code that is generated once. Any other input is parsed step by step for the reasons. */
function compiled<Schema extends z.ZodType>(schema: Schema | undefined): Schema | undefined {
  return schema && z.compile(schema);
}

function membersOf(value: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  const there = names.filter((name) => Object.hasOwn(value as object, name)); // Its schema has taken it as an object.
  return there.length === 0
    ? undefined
    : Object.fromEntries(there.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

const noQuery = { values: {}, errors: undefined, unknown: [] };

/** The problems of all parts of a request. */
class Problems {
  /** Without a prototype: the caller names the paths, and a name such as `constructor` must not be there already. */
  readonly #errors = Object.create(null) as FieldErrors;
  #code: ErrorCode | undefined;
  #count = 0;

  /** The output of the schema. A path in `known` has its problem already. */
  check(schema: z.ZodType, input: unknown, known?: FieldErrors, nameOf?: (path: string) => string): unknown {
    const parsed = schema.safeParse(input, parseOptions);
    if (parsed.success) {
      return parsed.data;
    }
    for (const [path, messages] of Object.entries(fieldErrors(parsed.error.issues))) {
      if (!known || !Object.hasOwn(known, path)) {
        this.add({ [nameOf ? nameOf(path) : path]: messages });
      }
    }
    this.#code ??= parsed.error.issues.map(codeOfIssue).find((code) => code !== undefined);
    return undefined;
  }

  add(errors: FieldErrors | undefined): void {
    for (const [path, messages] of Object.entries(errors ?? {})) {
      this.#count += 1;
      if (this.#count <= pathsMax) {
        this.#errors[path] = [...new Set([...(this.#errors[path] ?? []), ...messages])];
      }
    }
  }

  throwIfAny(): void {
    if (this.#count === 0) {
      return;
    }
    const more = this.#count > pathsMax ? ` More than the ${pathsMax} places in errors are wrong.` : '';
    throw new AppError(this.#code ?? 'validation_failed', whatIsWrong(this.#errors) + more, { errors: this.#errors });
  }
}

const parseOptions = { error: explain };

/** An address whose parameters do not have the form of the path's leads to no record. */
function paramsOf(schema: z.ZodObject, params: unknown): unknown {
  const parsed = schema.safeParse(params, parseOptions);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new AppError('not_found', `There is no such record. ${wrong.join(' ')}`);
  }
  return parsed.data;
}
