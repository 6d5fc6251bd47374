import pg from 'pg';
import type { Sent, Statement } from '../statements/statement.ts';
import { renderForTenant } from '../tenant/tenant-text.ts';
import { measuredPlan, type MeasuredPlan, type RunStep } from './measured-plan.ts';

/** One step of a plan, with the members that are read here. */
interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Sort Key'?: readonly string[];
  readonly Plans?: readonly PlanStep[];
}

export interface TableIndex {
  /** With its schema. */
  readonly table: string;
  readonly index: string;
  /** Whether it belongs to a constraint, and is dropped with it. */
  readonly isConstraint: boolean;
}

/** The facts by which a plan is judged. */
interface Known {
  /** From the name of each unique index to the number of its columns. */
  readonly uniqueIndexes: ReadonlyMap<string, number>;
  /** Tables of a row or two, which cost nothing to read. */
  readonly smallTables: readonly string[];
}

/** A session of a role, with the settings that the role has and no others. Its plans stay as they were made. */
export class PlanSession {
  readonly #client: pg.Client;
  readonly #known: Known;

  private constructor(client: pg.Client, known: Known) {
    this.#client = client;
    this.#known = known;
  }

  static async open(url: string, smallTables: readonly string[]): Promise<PlanSession> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: number }>(uniqueIndexes);
    return new PlanSession(client, {
      uniqueIndexes: new Map(rows.map(({ name, columns }) => [name, columns])),
      smallTables,
    });
  }

  /** The steps of a statement's plan that read or sort more rows than they give; null where the role may not run it. */
  async dearSteps({ name, text }: Statement, tenantNumber: number): Promise<string[] | null> {
    try {
      const plan = await this.#planOf(name, renderForTenant(text, tenantNumber));
      return everyStep(plan).flatMap((step) => dearStep(step, this.#known) ?? []);
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '42501') {
        return null;
      }
      throw error;
    }
  }

  /**
   * Runs a statement until its pages are in memory, measures it, and undoes it each time. A text that is composed for a
   * request is planned for its values, as in the product. A statement of control has no tenant: its `tenant.` is the table.
   */
  async measure({ statement, values }: Sent, tenantNumber: number | null): Promise<MeasuredPlan> {
    const { name, text, isComposed } = statement;
    const takes = await this.#takes(name, tenantNumber === null ? text : renderForTenant(text, tenantNumber));
    const planned = values as readonly PlanValue[]; // Tests measure with no others.
    const literals = Array.from({ length: takes }, (_, at) => literalOf(planned[at] ?? null));
    const sent = `explain (analyze, buffers, format json) execute ${name}${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
    let measured: MeasuredPlan | undefined;
    for (let run = 0; run < warmRuns; run += 1) {
      await this.#client.query('begin');
      if (isComposed) {
        await this.#client.query('set local plan_cache_mode = force_custom_plan');
      }
      const { rows } = await this.#client.query<{ 'QUERY PLAN': readonly RunPlan[] }>(sent);
      await this.#client.query('rollback');
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      measured = plan && measuredPlan(plan.Plan, plan['Execution Time']);
    }
    if (!measured) {
      throw new Error(`${name} has no plan`);
    }
    return measured;
  }

  /** The result of `work` without an index, which is back afterwards. Only the owner of the table may do this. */
  async without<T>({ table, index, isConstraint }: TableIndex, work: () => Promise<T>): Promise<T> {
    await this.#client.query('begin');
    try {
      const dropped = isConstraint
        ? `alter table ${table} drop constraint ${index}`
        : `drop index ${schemaOf(table)}.${index}`;
      await this.#client.query(dropped);
      return await work();
    } finally {
      await this.#client.query('rollback');
    }
  }

  /** Every index of a schema's tables. */
  async indexes(schema: string): Promise<TableIndex[]> {
    return (await this.#client.query<TableIndex>(indexes, [schema])).rows;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #planOf(name: string, text: string): Promise<PlanStep> {
    const takes = await this.#takes(name, text);
    const values = takes === 0 ? '' : `(${Array.from({ length: takes }, () => 'null').join(', ')})`;
    const explained = await this.#client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanStep }[] }>(
      `explain (format json) execute ${name}${values}`,
    );
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) {
      throw new Error(`${name} has no plan`);
    }
    return plan;
  }

  /** The number of parameters of a prepared statement, which is prepared where it is not. */
  async #takes(name: string, text: string): Promise<number> {
    const { rows } = await this.#client.query<{ takes: number }>(prepared, [name]);
    return rows[0]?.takes ?? (await this.#prepare(name, text));
  }

  async #prepare(name: string, text: string): Promise<number> {
    await this.#client.query(`prepare ${name} as ${text}`);
    const { rows } = await this.#client.query<{ takes: number }>(prepared, [name]);
    return rows[0]?.takes ?? 0;
  }
}

function literalOf(value: PlanValue): string {
  return value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

/** A parameter is given its text, null, or a list of ids or words. */
export type PlanValue = string | number | null | readonly string[];

interface RunPlan {
  readonly Plan: RunStep;
  readonly 'Execution Time': number;
}

const warmRuns = 4;

const prepared = 'select cardinality(parameter_types) as takes from pg_prepared_statements where name = $1';

const uniqueIndexes = `
select relname as name, indnkeyatts as columns from pg_index join pg_class on pg_class.oid = indexrelid
where indisunique`;

const indexes = `
select indrelid::regclass::text as table, relname as index,
  exists (select from pg_constraint where conindid = indexrelid) as "isConstraint"
from pg_index join pg_class on pg_class.oid = indexrelid
where relnamespace = $1::regnamespace and relname not like 'pg_toast%' order by relname`;

function schemaOf(table: string): string {
  return table.slice(0, table.indexOf('.'));
}

function everyStep(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(everyStep)];
}

function dearStep(step: PlanStep, known: Known): string | null {
  const { 'Node Type': type, 'Relation Name': table = '', Filter } = step;
  if (type.endsWith('Sort')) {
    return `${type} by ${step['Sort Key']?.join(', ')}`;
  }
  if (table === '' || type === 'ModifyTable' || known.smallTables.includes(table)) {
    return null;
  }
  const { 'Index Name': index, 'Index Cond': condition } = finding(step);
  if (condition === undefined) {
    return index === undefined ? `${type} of ${table}` : `${type} of ${table} by all of ${index}`;
  }
  return Filter === undefined || isKey(index, condition, known) ? null : `${type} of ${table} for those with ${Filter}`;
}

/** The step that finds the rows. A bitmap is found by the steps that make it, each of which has a condition. */
function finding(step: PlanStep): PlanStep {
  if (step['Node Type'] !== 'Bitmap Heap Scan') {
    return step;
  }
  const scans = everyStep(step).filter(({ 'Node Type': type }) => type === 'Bitmap Index Scan');
  return scans.find(({ 'Index Cond': condition }) => condition === undefined) ?? scans[0] ?? step;
}

/** Whether each value finds one row at most, so that the filter can drop no other. */
function isKey(index: string | undefined, condition: string, { uniqueIndexes }: Known): boolean {
  const columns = uniqueIndexes.get(index ?? '') ?? Infinity;
  return Array.from(condition.matchAll(/ = /g)).length >= columns;
}
