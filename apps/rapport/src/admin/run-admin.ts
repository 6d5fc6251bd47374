import { createWriteStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tableText, usageOf, WrongUse, type AnyValues, type Outcome } from '@rapport/command-line';
import { allPages } from '../operators/all-pages.ts';
import { namedMembers } from '../operators/by-name.ts';
import { accessInPod, namedAccess } from '../operators/named-access.ts';
import {
  bodyOf,
  operatorClient,
  type Operator,
  type OperatorAccess,
  type OperatorAnswer,
} from '../operators/operator-client.ts';
import type { Operation } from './admin-commands.ts';
import { final, pagedBy } from './admin-words.ts';
import { askForName } from './ask-for-name.ts';
import { askRepeatably } from './ask-repeatably.ts';
import { requestOf, type OperatorRequest } from './members-of.ts';

/** Asks the operators' API of the platform that the caller names, else of the pod's, else of the one that is here. */
export async function runAdmin(
  operations: readonly Operation[],
  values: AnyValues,
  here: () => Promise<OperatorAccess>,
): Promise<Outcome> {
  const operation = operationFor(operations, values);
  const request = requestOf(operation.endpoint, operation.members, values);
  const access = (await namedAccess(values)) ?? (await accessInPod()) ?? (await here());
  const { reason } = values;
  const operator = operatorClient(access, typeof reason === 'string' ? reason : undefined);
  await putIds(operator, request);
  if (final.includes(operation.name) && values['yes'] !== true && process.stdin.isTTY) {
    await askForName(operator, String(request.params?.['tenantId']));
  }
  const answer = await ask(operator, operation, request);
  const document = operation.endpoint.success.bytes ? await keptFile(answer, request) : bodyOf(answer);
  return { document, text: Object.keys(document).length === 0 ? 'Done.' : textOfDocument(document) };
}

/** Bytes become a file of this folder, with the name that was asked for. */
async function keptFile(answer: OperatorAnswer, { params }: OperatorRequest): Promise<object> {
  const path = resolve(basename(String(params?.['name'])));
  const bytes = bodyOf(answer) as ReadableStream<Uint8Array>; // The client has it where the endpoint answers bytes.
  await pipeline(Readable.fromWeb(bytes as never), createWriteStream(path));
  return { path };
}

/** The operation that takes every given option and needs no other one. */
function operationFor(operations: readonly Operation[], values: AnyValues): Operation {
  const known = new Set(operations.flatMap(({ members }) => members.map(({ optionName }) => optionName)));
  const given = [...known].filter((name) => values[name] !== undefined && values[name] !== false);
  const found = operations.find(
    ({ members }) =>
      given.every((name) => members.some(({ optionName }) => optionName === name)) &&
      members.every(({ optionName, option }) => !option.required || given.includes(optionName)),
  );
  if (found === undefined) {
    const uses = operations.map(({ members }) =>
      members.map(({ optionName, option }) => usageOf(optionName, option)).join(' '),
    );
    throw new WrongUse(`Give ${uses.join(', or ')}.`);
  }
  return found;
}

/** Puts ids in the place of names. What a tenant has is found by its name within that tenant, which stands first. */
async function putIds(operator: Operator, request: OperatorRequest): Promise<void> {
  for (const part of Object.values(request)) {
    for (const [member, { idOf }] of Object.entries(namedMembers)) {
      const given = part[member];
      if (typeof given === 'string') {
        part[member] = await idOf(operator, given, String(request.params?.['tenantId']));
      }
    }
  }
}

async function ask(
  operator: Operator,
  { name, endpoint }: Operation,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  // The request was made by the schemas of this very operation.
  const send = operator[name] as unknown as (request: OperatorRequest) => Promise<OperatorAnswer>;
  const by = pagedBy[name];
  if (by !== undefined) {
    return allPages(by, (next) => send({ ...request, query: { ...request.query, ...next } }));
  }
  return endpoint.headers?.shape['idempotency-key'] === undefined
    ? send(request)
    : askRepeatably(request.headers?.['idempotency-key'], (headers) => send({ ...request, headers }));
}

/** A table for people; a program that reads the text gets the document. */
function textOfDocument(document: object): string {
  return process.stdout.isTTY ? tableText(document) : JSON.stringify(document, null, 2);
}
