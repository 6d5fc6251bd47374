import type { AnyRecord } from './records.ts';

/** The name by which people know a record, whichever its kind. */
export function nameOf(list: string, record: AnyRecord): string {
  const text = (member: string): string => (typeof record[member] === 'string' ? record[member] : '');
  const full = [text('firstName'), text('lastName')].filter(Boolean).join(' ');
  const name = {
    contacts: full,
    leads: text('lastName') ? full : text('companyName'),
    activities: text('subject'),
    shippingAddresses: text('title'),
    campaignMembers: text('memberName'),
    customFields: text('label'),
  }[list];
  return (name ?? text('name')) || 'Without a name';
}

/** The lists whose records have a page. */
export const pagedLists = ['customers', 'contacts', 'leads', 'opportunities', 'activities', 'campaigns'] as const;

export function hasPage(list: string): boolean {
  return (pagedLists as readonly string[]).includes(list);
}
