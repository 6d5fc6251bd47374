import type { Tenant } from '@rapport/testbed';
import type { Client } from 'pg';
import type { Violation } from '../history/history.ts';
import { cellText, type Broken } from './cell-text.ts';
import { readControl, readViews, type ControlState } from './views.ts';

/** Connections to the cell and to control, which have a snapshot each. */
export interface BothDatabases {
  readonly cell: Client;
  readonly control: Client;
}

/**
 * Asks whether what must be true of a tenant in every snapshot is true now. What an open work of control excuses is broken
 * where the cell shows the same before and after control says that none is open.
 */
export async function askInvariants({ cell, control }: BothDatabases, tenant: Tenant): Promise<Violation[]> {
  const broken = await ask(cell, tenant);
  const viewsBefore = await readViews(cell, tenant);
  const state = await readControl(control, tenant);
  const viewsAfter = await readViews(cell, tenant);
  const unexcused = broken.filter(({ userId }) => userId === null || !state.isOpen(userId));
  const still = unexcused.some(({ userId }) => userId !== null) ? await ask(cell, tenant) : [];
  return [
    ...unexcused.filter((one) => one.userId === null || still.some((other) => isSame(one, other))).map(violationOf),
    ...judgeViews(state, viewsBefore, viewsAfter),
  ];
}

async function ask(cell: Client, { schema, number }: Tenant): Promise<Broken[]> {
  const text = cellText(schema);
  return (await cell.query<Broken>({ name: `what is broken in ${schema}`, text, values: [number] })).rows;
}

function isSame(one: Broken, other: Broken): boolean {
  return one.what === other.what && one.id === other.id && one.version === other.version;
}

function violationOf({ breach, what, id, version }: Broken): Violation {
  return {
    breach,
    text: `the ${what} of ${id}${version && ` in version ${version}`} is wrong in a snapshot`,
    recordId: id,
  };
}

/** The cell has no number before control, and has control's where no work is open. A view that never changed has the number 1. */
function judgeViews(
  { views, isOpen }: ControlState,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Violation[] {
  return views.flatMap(({ id, number }): Violation[] => {
    const isEarly = (before.get(id) ?? 1) > number;
    const isLate = !isOpen(id) && (after.get(id) ?? 1) < number;
    const text = `the view of ${id} is ${before.get(id)}, then ${after.get(id)} in the cell, and ${number} in control`;
    return isEarly || isLate ? [{ breach: 'inconsistent', text }] : [];
  });
}
