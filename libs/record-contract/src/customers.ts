import { namedList } from '@rapport/http-contract';
import { code, currency, email, flag, phone, reference, text, website } from '@rapport/http-contract/members';
import { address } from './address.ts';
import type { Choices } from './choices.ts';

export const customerTypes = namedList('CustomerType', ['customer', 'supplier', 'customerAndSupplier', 'prospect']);

/** What a customer is on every surface. */
export function customerMembers({ choiceOr }: Choices) {
  return {
    code: code().describe('Unique in the tenant, ignoring case. A create without one gets a number such as C-000001.'),
    name: text(200).required(),
    customerType: choiceOr(customerTypes, 'customer'),
    email: email(),
    phone: phone(),
    website: website(),
    taxNumber: text(200),
    taxOffice: text(200),
    industry: text(200),
    currency: currency(),
    customerGroupId: reference(),
    isActive: flag(true),
    address: address(),
    description: text(4000),
  };
}
