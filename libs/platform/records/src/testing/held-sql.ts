import type { TenantSql } from '@rapport/database';

/** A tenant's writes that wait, in their order, until the test lets them through. */
export class HeldSql {
  readonly sql: TenantSql;
  #asked = 0;
  #passes = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(sql: TenantSql) {
    this.sql = new Proxy(sql, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name !== 'write') {
          return value;
        }
        return async (...args: unknown[]): Promise<unknown> => {
          await this.#turn();
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  /** The writes that have come. */
  get asked(): number {
    return this.#asked;
  }

  /** Lets so many writes through, also those that come later. */
  pass(count: number): void {
    this.#passes += count;
    for (; this.#passes > 0 && this.#waiting.length > 0; this.#passes -= 1) {
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    this.#asked += 1;
    if (this.#passes > 0) {
      this.#passes -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
