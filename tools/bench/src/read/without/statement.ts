import { customerRecords, type CustomerInput } from '@rapport/customers';
import { startPublicApi } from '@rapport/public-api';
import type { Records } from '@rapport/records';

type Customers = Records<CustomerInput>;

/** Reads the first record and gives it to every other request. */
class OneRecord {
  readonly #customers: Customers;
  #record: ReturnType<Customers['get']> | undefined;

  constructor(customers: Customers) {
    this.#customers = customers;
  }

  get(...request: Parameters<Customers['get']>): ReturnType<Customers['get']> {
    this.#record ??= this.#customers.get(...request);
    return this.#record;
  }
}

await startPublicApi({
  replace: (container) => {
    const customers = container.get(customerRecords);
    container.rebind<unknown>(customerRecords).toConstantValue(new OneRecord(customers));
  },
});
