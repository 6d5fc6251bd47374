import { expect } from 'vitest';
import type { Database } from '../database.ts';
import type { Sql } from '../sql.ts';
import type { Sent } from '../statements/statement.ts';

/** The error that the caller of a dying process gets. */
export class Crash extends Error {}

/** Whether the process died at its work. */
export function hasDied(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    (error: unknown) => {
      expect(error).toBeInstanceOf(Crash);
      return true;
    },
  );
}

/** Counts what a process asks of its databases, and lets it die at a chosen step: from then on nothing is done. */
export class Mortality {
  steps = 0;
  /** The names of the statements that were sent. */
  readonly statements: string[] = [];
  /** The name of the statement of each step; empty at one that sends none. */
  readonly names: string[] = [];
  readonly #diesAt: number;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
  }

  step(sent?: unknown): void {
    this.steps += 1;
    const name = (sent as Partial<Sent> | undefined)?.statement?.name;
    this.names.push(name ?? '');
    if (name !== undefined) {
      this.statements.push(name);
    }
    if (this.steps >= this.#diesAt) {
      throw new Crash(`died at step ${this.steps}`);
    }
  }
}

/** The databases for a process that may die before any statement, and before the end of any transaction. */
export function mortalDatabase(database: Database, mortality: Mortality): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'control') {
        return mortalSql(target.control, mortality);
      }
      if (name === 'cell') {
        return (cell: string) => mortalSql(target.cell(cell), mortality);
      }
      if (name === 'tenant') {
        return (...args: Parameters<Database['tenant']>) => mortalSql(target.tenant(...args), mortality);
      }
      if (name === 'snapshot') {
        return async (...[context, of, options, work]: Parameters<Database['snapshot']>) => {
          mortality.step();
          return target.snapshot(context, of, options, (sql) => work(mortalSql(sql, mortality)));
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

export function mortalSql<S extends Sql>(sql: S, mortality: Mortality): S {
  return new Proxy(sql, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') {
        return value;
      }
      return async (context: unknown, ...args: unknown[]): Promise<unknown> => {
        const [work] = args;
        mortality.step(work);
        if (typeof work !== 'function') {
          return Reflect.apply(value, target, [context, ...args]) as unknown;
        }
        return Reflect.apply(value, target, [
          context,
          async (inner: Sql) => {
            const result: unknown = await (work as (sql: Sql) => Promise<unknown>)(mortalSql(inner, mortality));
            mortality.step();
            return result;
          },
        ]) as unknown;
      };
    },
  });
}
