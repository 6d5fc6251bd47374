import { CustomerService } from '@rapport/customers';
import { startPublicApi } from '@rapport/public-api';

/** Reads the first record and gives it to every other request. */
class OneRecord {
  readonly #customers: CustomerService;
  #record: ReturnType<CustomerService['get']> | undefined;

  constructor(customers: CustomerService) {
    this.#customers = customers;
  }

  get(...request: Parameters<CustomerService['get']>): ReturnType<CustomerService['get']> {
    this.#record ??= this.#customers.get(...request);
    return this.#record;
  }
}

await startPublicApi({
  replace: (container) => {
    const customers = container.get(CustomerService);
    container.rebind<unknown>(CustomerService).toConstantValue(new OneRecord(customers));
  },
});
