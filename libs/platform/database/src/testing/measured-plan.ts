/** One step of a plan that was run, with the members that are read here. */
export interface RunStep {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly RunStep[];
}

/** The reads of a statement and its time. */
export interface MeasuredPlan {
  /** The indexes and tables that were read, each with its rows. */
  readonly readings: readonly string[];
  /** Rows that were read from tables and indexes, those that a filter dropped included. */
  readonly rows: number;
  /** Pairs of rows that a join looked at and dropped. */
  readonly missed: number;
  /** Pages of PostgreSQL's that were touched. */
  readonly buffers: number;
  readonly milliseconds: number;
  /** Steps that read a table as a whole, or sort. */
  readonly dear: readonly string[];
}

export function measuredPlan(plan: RunStep, milliseconds: number): MeasuredPlan {
  const reads = everyStep(plan).filter(isReading);
  const bySource = Map.groupBy(reads, sourceOf);
  const rowsOf = (steps: readonly RunStep[]): number => steps.reduce((sum, step) => sum + rowsRead(step), 0);
  return {
    readings: [...bySource].flatMap(([source, steps]) => (rowsOf(steps) > 0 ? [`${source} ${rowsOf(steps)}`] : [])),
    rows: rowsOf(reads),
    missed: everyStep(plan).reduce(
      (sum, step) => sum + (step['Rows Removed by Join Filter'] ?? 0) * step['Actual Loops'],
      0,
    ),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    milliseconds,
    dear: everyStep(plan).flatMap((step) => dearStep(step) ?? []),
  };
}

function everyStep(step: RunStep): RunStep[] {
  return [step, ...(step.Plans ?? []).flatMap(everyStep)];
}

function isReading(step: RunStep): boolean {
  return step['Relation Name'] !== undefined && step['Node Type'] !== 'ModifyTable';
}

/** The index by which rows are found, or the table; a bitmap is made by the step below the one that reads. */
function sourceOf(step: RunStep): string {
  const { 'Index Name': index, 'Relation Name': table, Plans = [] } = step;
  return index ?? Plans.flatMap(everyStep).find((below) => below['Index Name'])?.['Index Name'] ?? `all of ${table}`;
}

function rowsRead(step: RunStep): number {
  const dropped = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((step['Actual Rows'] + dropped) * step['Actual Loops']);
}

function dearStep(step: RunStep): string | null {
  const type = step['Node Type'];
  if (type.endsWith('Sort') || (type === 'Seq Scan' && rowsRead(step) > smallTableRows)) {
    return `${type} of ${rowsRead(step)} rows`;
  }
  return null;
}

/** The rows of a table that costs nothing to read: one for each resource. */
const smallTableRows = 8;
