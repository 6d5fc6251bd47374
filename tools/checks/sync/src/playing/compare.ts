import { isDeepStrictEqual } from 'node:util';
import {
  kindNames,
  versionOf,
  type Members,
  type Model,
  type ModelRecord,
  type Prediction,
  type Viewer,
} from '@rapport/testbed/model';
import type { Answer } from '../actors/ask.ts';

/** The platform did something that the model does not do. */
export class NotAsTheModel extends Error {}

/** Compares an answer with its prediction, and lets the model learn the times that only the platform knows. */
export function compare(model: Model, viewer: Viewer, answer: Answer, prediction: Prediction): void {
  const { status, code, errors, usedBy, replays, apply } = prediction;
  const { body } = answer;
  expectSame('the status and the code', answerOf(answer), { status, code });
  if (errors !== undefined) {
    expectSame('the wrong members', Object.keys(body['errors'] ?? {}).toSorted(), errors.toSorted());
  }
  if (usedBy !== undefined) {
    const detail = String(body['detail']);
    const named = kindNames.filter((name) => detail.includes(name));
    expectSame('the kinds of what refers to it', named, usedBy);
  }
  expectSame('whether it is a replay', answer.isReplay, replays !== undefined);
  if (replays !== undefined) {
    expectSame('the replay', body, replays);
  }
  const record = apply?.(body);
  if (record !== undefined) {
    compareRecord(model, viewer, record, body);
    compareVersion(record, answer.etag);
  }
}

/** Compares the result of one item of a batch, which shows no ETag. */
export function compareItem(model: Model, viewer: Viewer, result: Members, { apply, ...wanted }: Prediction): void {
  const { status, data, error } = result;
  compare(
    model,
    viewer,
    { status: Number(status), body: (error ?? {}) as Members, etag: null, isReplay: false },
    wanted,
  );
  const record = apply?.((data ?? {}) as Members);
  if (record !== undefined) {
    compareRecord(model, viewer, record, (data ?? {}) as Members);
  }
}

/** Compares what an answer shows of a record: to a person, the members that the model knows. */
export function compareRecord(
  model: Model,
  viewer: Viewer,
  record: ModelRecord,
  body: Members,
  without: readonly string[] = [],
): void {
  learnTime(model, record, body);
  const expected = model.shown(record, viewer);
  const members = Object.keys(viewer.isPerson ? expected : { ...expected, ...body });
  const compared = (shown: Members): Members =>
    Object.fromEntries(members.filter((member) => !without.includes(member)).map((member) => [member, shown[member]]));
  expectSame(`${record.label} as ${viewer.name} sees it`, compared(body), compared(expected));
}

function learnTime(model: Model, record: ModelRecord, body: Members): void {
  const at = String(body['lastModifiedOnUtc']);
  if (record.lastModifiedOnUtc === null) {
    expectHolds(at > record.changedAfter, `${record.label} changed at ${at}, not after ${record.changedAfter}`);
    model.noteTime(record, at);
  }
}

export function compareVersion(record: ModelRecord, etag: string | null): void {
  const version = versionOf(etag);
  if (record.mayBeNewer && version > record.version) {
    record.version = version;
  }
  expectSame(`the version of ${record.label}`, version, record.version);
  record.mayBeNewer = false;
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) {
    return;
  }
  const text = isMembers(found) && isMembers(expected) ? difference(found, expected) : '';
  const shown = text === '' ? `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}` : text;
  throw new NotAsTheModel(`${what}: ${shown}`);
}

export function expectHolds(holds: boolean, text: string): void {
  if (!holds) {
    throw new NotAsTheModel(text);
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members that differ. */
export function difference(found: Members, expected: Members): string {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((member) => !isDeepStrictEqual(found[member], expected[member]))
    .map((member) => `${member} is ${JSON.stringify(found[member])} instead of ${JSON.stringify(expected[member])}`)
    .join(', ');
}

function answerOf({ status, body }: Answer): Members {
  return { status, code: status < 400 ? undefined : body['code'] };
}
