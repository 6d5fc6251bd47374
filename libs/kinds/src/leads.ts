import { namedList } from '@rapport/http-contract';
import type { Steps } from './steps.ts';

/** The leads that may still become customers. */
export const openLeadStatuses = ['new', 'contacted', 'nurturing', 'qualified'] as const;

export const leadStatuses = namedList('LeadStatus', [...openLeadStatuses, 'unqualified', 'converted']);

/** A conversion alone leads to the last one. */
export const stepsOfLeads: Steps<typeof leadStatuses> = {
  new: ['contacted', 'nurturing', 'qualified', 'unqualified'],
  contacted: ['nurturing', 'qualified', 'unqualified'],
  nurturing: ['contacted', 'qualified', 'unqualified'],
  qualified: ['contacted', 'nurturing', 'unqualified'],
  unqualified: ['new'],
  converted: [],
};
