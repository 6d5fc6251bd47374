import { contactContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import type { contacts } from '@rapport/crm-records';
import type { ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, toldOfCustomFields } from './record-handlers.ts';

export function contactRoutes(records: ManagedRecords<typeof contacts.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);

  const routes = implement(contactContract)<ApplicationContext>({
    createContact: create,
    updateContact: update,
    getContact: get,
    deleteContact: remove,
    searchContact: search,
  });
  return toldOfCustomFields(routes, records);
}
