import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from '@rapport/public-contract';
import type { History, Write } from '../history/history.ts';
import type { Answer, Api } from './api.ts';

export interface WriterPlan {
  /** The time between the starts of two writes; with 0 the writer goes as fast as the answers come. */
  readonly pauseMs: number;
  /** The weight of each kind of write in the writer's choice. */
  readonly mix?: Partial<Record<WriteKind, number>>;
  /** The writer chooses a record's owner among these users. */
  readonly owners?: readonly string[];
}

type WriteKind = 'create' | 'update' | 'delete' | 'same external id' | 'same key';

const everyKind: Record<WriteKind, number> = {
  create: 45,
  update: 35,
  delete: 8,
  'same external id': 7,
  'same key': 5,
};

/** A record that a writer made and that should exist. */
interface Own {
  readonly id: string;
  readonly origin: string;
  readonly externalId: string | undefined;
}

/** Writes records of its own; where the outcome of a write is open, the writer sends it again until it is known. */
export class Writer {
  readonly #name: string;
  readonly #api: Api;
  readonly #history: History;
  readonly #plan: WriterPlan;
  readonly #own: Own[] = [];
  readonly #sent: { readonly body: NewCustomer; readonly id: string }[] = [];
  #counted = 0;

  constructor(name: string, api: Api, history: History, plan: WriterPlan) {
    this.#name = name;
    this.#api = api;
    this.#history = history;
    this.#plan = plan;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pause = delay(this.#plan.pauseMs);
      await this.step();
      await pause;
    }
  }

  async step(): Promise<void> {
    const kind = chosen({ ...everyKind, ...(this.#plan.mix && { ...nothing, ...this.#plan.mix }) });
    const own = any(this.#own);
    if (own === undefined || kind === 'create') {
      return void (await this.create());
    }
    if (kind === 'update') {
      return this.update(own.id, own.origin);
    }
    if (kind === 'same key') {
      return this.#sendAgain();
    }
    await this.#delete(own);
    if (kind === 'same external id' && own.externalId !== undefined) {
      await this.create(own.externalId);
    }
  }

  /** Makes a record; gives its id if that is known. */
  async create(externalId = Math.random() < 0.3 ? `x-${this.#next()}` : undefined): Promise<string | undefined> {
    const value = this.#next();
    const write = this.#begin('create', value, value);
    const body = { ...this.#body(value, value), ...(externalId !== undefined && { externalId }) };
    const answer = await this.#api.persist('POST', (customers) =>
      customers.createCustomer({ body, headers: { 'idempotency-key': value } }),
    );
    if (!this.#end(write, answer, 201) || answer?.status !== 201) {
      return undefined;
    }
    const { id } = answer.body;
    remember(this.#own, { id, origin: value, externalId });
    remember(this.#sent, { body, id });
    return id;
  }

  async update(id: string, origin: string): Promise<void> {
    const value = this.#next();
    const write = this.#begin('update', value, origin, id);
    const body = this.#body(value, origin);
    const answer = await this.#api.persist('PUT', (customers) => customers.updateCustomer({ params: { id }, body }));
    this.#end(write, answer, 200);
  }

  async #delete({ id, origin }: Own): Promise<void> {
    this.#own.splice(
      this.#own.findIndex((own) => own.id === id),
      1,
    );
    const write = this.#begin('delete', this.#next(), origin, id);
    const attempts = { count: 0 };
    const answer = await this.#api.persist('DELETE', (customers) => {
      attempts.count += 1;
      return customers.deleteCustomer({ params: { id } });
    });
    // An attempt that got no answer may have deleted the record; the next attempt then finds none.
    this.#end(write, answer, answer?.status === 404 && attempts.count > 1 ? 404 : 204);
  }

  /** Acts as a client that died before it stored the answer: the same request with the same key makes nothing new. */
  async #sendAgain(): Promise<void> {
    const sent = any(this.#sent);
    if (sent === undefined) {
      return;
    }
    const { body, id } = sent;
    const answer = await this.#api.persist('POST', (customers) =>
      customers.createCustomer({ body, headers: { 'idempotency-key': body.name } }),
    );
    const isSame = answer?.status === 201 && answer.body.id === id;
    if (answer !== undefined && !isSame) {
      this.#history.violate('doubled write', `the key ${body.name} again: ${JSON.stringify(answer.body)}`, id);
    }
  }

  #body(name: string, description: string): NewCustomer {
    const owner = any(this.#plan.owners ?? []);
    return { name, description, ...(owner !== undefined && { ownerUserId: owner }) };
  }

  #begin(kind: Write['kind'], value: string, origin: string, recordId?: string): Write {
    const write: Write = {
      ...{ writer: this.#name, kind, value, origin, startedAt: performance.now(), outcome: 'unknown' },
      ...(recordId !== undefined && { recordId }),
    };
    this.#history.addWrite(write);
    return write;
  }

  #end(write: Write, answer: Answer | undefined, expected: number): boolean {
    write.endedAt = performance.now();
    if (answer === undefined) {
      return false;
    }
    write.outcome = answer.status === expected ? 'done' : 'refused';
    if (write.outcome === 'refused') {
      const text = `${write.kind} of ${write.value}: ${answer.status} ${JSON.stringify(answer.body)}`;
      this.#history.violate('wrong answer', text, write.recordId);
    } else if (write.kind !== 'delete') {
      // A success carries the record.
      const { id, lastModifiedOnUtc } = answer.body as Customer;
      write.recordId = id;
      write.stamp = lastModifiedOnUtc;
    }
    return write.outcome === 'done';
  }

  #next(): string {
    this.#counted += 1;
    return `${this.#name}.${this.#counted}`;
  }
}

/** A type and not an interface: a body is any object with members. */
type NewCustomer = Readonly<
  Record<'name' | 'description', string> & Partial<Record<'externalId' | 'ownerUserId', string>>
>;

const nothing = Object.fromEntries(Object.keys(everyKind).map((kind) => [kind, 0]));
const rememberedMax = 500;

function remember<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > rememberedMax) {
    list.shift();
  }
}

function any<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

function chosen(weights: Readonly<Record<WriteKind, number>>): WriteKind {
  const entries = Object.entries(weights) as [WriteKind, number][];
  let dice = Math.random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  return entries.find(([, weight]) => (dice -= weight) < 0)?.[0] ?? 'create';
}
