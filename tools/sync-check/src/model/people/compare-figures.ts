import { expectSame } from '../compare.ts';
import type { Model, ModelRecord } from '../model.ts';
import type { KindName, Members } from '../resources.ts';
import type { Person } from './person.ts';

/** Compares what the detail of a customer counts, of what the person sees. */
export function compareFigures(model: Model, person: Person, { id }: ModelRecord, body: Members): void {
  const of = (kind: KindName) => model.list(person, kind).filter(({ members }) => members['customerId'] === id);
  const isOpen = ({ state }: ModelRecord): boolean => !(state ?? '').startsWith('closed');
  const { contactCount, openOpportunityCount } = body;
  expectSame(
    'the figures',
    { contactCount, openOpportunityCount },
    { contactCount: of('contacts').length, openOpportunityCount: of('opportunities').filter(isOpen).length },
  );
}
