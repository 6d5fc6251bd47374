import type { Model } from '@rapport/testbed/model';
import type { Answer, SentWith } from '../actors/ask.ts';
import type { World } from '../actors/world.ts';
import { untilNamesFollow } from '../until-names-follow.ts';

/** A client, or a person. */
interface Sender {
  readonly name: string;
  send(method: string, path: string, sent?: SentWith): Promise<Answer>;
}

/** Sends the requests of a run, and keeps its story. */
export class Requests {
  readonly #world: World;
  readonly #model: Model;
  readonly #lines: string[] = [];

  constructor(world: World, model: Model) {
    this.#world = world;
    this.#model = model;
  }

  /** A slow write may be answered before all names have followed it; then this waits for them. */
  async send(sender: Sender, method: string, path: string, sent: SentWith = {}): Promise<Answer> {
    const began = performance.now();
    const answer = await sender.send(method, path, sent);
    if (method !== 'GET' && performance.now() - began > slowMs) {
      await untilNamesFollow(this.#world.platform, this.#world.tenant);
    }
    this.note(`${sender.name}: ${method} ${path} ${textOf(sent)} -> ${answer.status} ${outcomeOf(answer)}`);
    return answer;
  }

  note(line: string): void {
    this.#lines.push(line);
  }

  get count(): number {
    return this.#lines.length;
  }

  /** The events, with labels in place of ids. */
  get story(): string[] {
    return this.#lines.map((line) => line.replaceAll(anId, (id) => this.label(id)));
  }

  label(id: string): string {
    const record = this.#model.records.find((one) => one.id === id);
    return record?.label ?? this.#world.users.find((user) => user.id === id)?.name ?? id;
  }
}

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Before a write has waited so long for the names, it is not answered. */
const slowMs = 900;

function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', '');
}

function outcomeOf({ status, body }: Answer): string {
  const { code, errors } = body;
  return textOf(status < 400 ? [body['id']] : [code, errors]);
}
