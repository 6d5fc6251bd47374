import type { Members } from '../../resources.ts';

/** The role of the clerk, who sees records and makes others of leads, without some of the permissions. */
export function clerkRole(lacks: readonly string[] = []): Members {
  const permissions = [...reads, ...deniable].filter((permission) => !lacks.includes(permission));
  return { code: 'clerk', name: 'Clerk', permissions };
}

/** The permissions that the clerk comes without, now and then. */
export const deniable = ['lead.convert', 'leads.write', 'customers.write', 'contacts.write', 'opportunities.write'];

const reads = ['leads.read', 'customers.read', 'contacts.read', 'opportunities.read', 'activities.read'];
