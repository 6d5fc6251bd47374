import { setTimeout as delay } from 'node:timers/promises';
import type { KindName, Members } from '@rapport/testbed/model';
import fc from 'fast-check';
import { bodyOf, type Ids } from '../playing/bodies.ts';
import { operations, type Batch, type Create, type Operation } from '../playing/operations.ts';
import type { Answer } from './ask.ts';
import type { Party, World } from './world.ts';

/** Clients that write what they like at the same time; the outcome of no single write is foretold. */
export class Crowd {
  /** The number of answered writes, by status. */
  readonly answers = new Map<number, number>();
  readonly #world: World;
  readonly #records = new Map<KindName, string[]>();
  #isWriting = true;

  constructor(world: World) {
    this.#world = world;
  }

  get written(): number {
    return (this.answers.get(200) ?? 0) + (this.answers.get(201) ?? 0) + (this.answers.get(204) ?? 0);
  }

  /** Writes with so many connections of each client, and moves users, until so many writes are done. */
  async write(count: number, each: number): Promise<void> {
    const moving = this.#keepMoving();
    const writers = this.#world.parties.flatMap((party) =>
      Array.from({ length: each }, () => this.#keepWriting(party, count)),
    );
    await Promise.all(writers);
    this.#isWriting = false;
    await moving;
  }

  async #keepWriting(party: Party, count: number): Promise<void> {
    while (this.written < count) {
      for (const operation of fc.sample(operations(40), 1).flat()) {
        const answer = await this.#send(party, operation);
        if (answer !== undefined) {
          this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
        }
      }
    }
  }

  async #send(party: Party, operation: Operation): Promise<Answer | undefined> {
    if (operation.do === 'create') {
      return this.#create(party, operation);
    }
    if (operation.do === 'update') {
      const { resource, record, drawn } = operation;
      const body = bodyOf(resource, drawn, 'kept', this.#ids);
      return party.send('PUT', `${resource}/${this.#pick(resource, record)}`, { body });
    }
    if (operation.do === 'delete') {
      return party.send('DELETE', `${operation.resource}/${this.#pick(operation.resource, operation.record)}`);
    }
    return operation.do === 'batch' ? this.#batch(party, operation) : undefined;
  }

  async #batch(party: Party, { resource, items: drawn }: Batch): Promise<Answer> {
    const items = drawn.map((item) => bodyOf(resource, item.drawn, item.externalId, this.#ids));
    const answer = await party.send('POST', `${resource}/batch`, { body: { items } });
    for (const { status, data } of (answer.body['results'] ?? []) as readonly Members[]) {
      if (status === 201) {
        this.#of(resource).push(String((data as Members)['id']));
      }
    }
    return answer;
  }

  async #create(party: Party, { resource, drawn, externalId }: Create): Promise<Answer> {
    const answer = await party.send('POST', resource, { body: bodyOf(resource, drawn, externalId, this.#ids) });
    if (answer.status === 201) {
      this.#of(resource).push(String(answer.body['id']));
    }
    return answer;
  }

  async #keepMoving(): Promise<void> {
    const { users, teams, tenant } = this.#world;
    for (let turn = 0; this.#isWriting; turn += 1) {
      const [user, teamId] = [users[turn % users.length], teams[turn % 3 === 0 ? 0 : 1]];
      await tenant.changeUser(user?.id ?? '', { teamId });
      await delay(betweenMovesMs);
    }
  }

  #of(resource: KindName): string[] {
    const known = this.#records.get(resource) ?? [];
    this.#records.set(resource, known);
    return known;
  }

  /** One of the newest records, so that several clients come to the same ones. */
  #pick(resource: KindName, drawn: number): string {
    return this.#of(resource).slice(-newest)[drawn % newest] ?? missingId;
  }

  get #ids(): Ids {
    const { users } = this.#world;
    return {
      record: (resource, drawn) => this.#pick(resource, drawn),
      user: (drawn) => users[drawn % users.length]?.id ?? missingId,
      fields: () => [],
    };
  }
}

const missingId = '01890000-0000-7000-8000-000000000000';
const newest = 12;
const betweenMovesMs = 150;
