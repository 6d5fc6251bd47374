import type { RequestContext } from '@rapport/kernel';
import type { CreateAnswer, IdempotencyKey, PageRequest, RecordAnswer } from '@rapport/records';
import type { CustomerInput } from './customer.ts';
import type { CustomerStore } from './customer-store.ts';

/** What can be done with customers. */
export class CustomerService {
  readonly #customers: CustomerStore;

  constructor(customers: CustomerStore) {
    this.#customers = customers;
  }

  list(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#customers.list(context, page);
  }

  changes(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#customers.changes(context, page);
  }

  get(context: RequestContext, id: string): Promise<RecordAnswer> {
    return this.#customers.get(context, id);
  }

  getByExternalId(context: RequestContext, externalId: string): Promise<RecordAnswer> {
    return this.#customers.getByExternalId(context, externalId);
  }

  create(context: RequestContext, input: CustomerInput, key?: IdempotencyKey): Promise<CreateAnswer> {
    return this.#customers.create(context, input, key);
  }

  update(context: RequestContext, id: string, input: CustomerInput, ifMatch?: string): Promise<RecordAnswer> {
    return this.#customers.update(context, id, input, { ifMatch });
  }

  delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    return this.#customers.delete(context, id, { ifMatch });
  }
}
