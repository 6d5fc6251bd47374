import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { leads } from '@rapport/leads';
import { opportunities } from '@rapport/opportunities';
import type { RecordDefinition } from '@rapport/records';

/**
 * Everything that clients synchronise. From it follow which records refer to which, whose names they show, what
 * follows an owner into another team, and which feeds the worker fills and purges.
 */
export const synchronised: readonly RecordDefinition[] = [customers, contacts, leads, opportunities];
