import type { components } from './generated/components.ts';

type Schemas = components['schemas'];

/** A member that a newer platform knows is there too, and a word may be one that this client does not know. */
export type Customer = Schemas['Customer'];
export type CustomerBody = Schemas['CustomerBody'];
export type Contact = Schemas['Contact'];
export type ContactBody = Schemas['ContactBody'];
export type Lead = Schemas['Lead'];
export type LeadBody = Schemas['LeadBody'];
export type Opportunity = Schemas['Opportunity'];
export type OpportunityBody = Schemas['OpportunityBody'];
export type Change = Schemas['Change'];
export type CustomField = Schemas['CustomField'];
export type User = Schemas['User'];
export type Problem = Schemas['Problem'];
