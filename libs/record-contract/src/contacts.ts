import { date, derived, email, flag, phone, reference, text } from '@rapport/http-contract/members';
import { address } from './address.ts';

/** What a contact is on every surface. */
export const contactMembers = {
  customerId: reference(),
  customerName: derived('The name of the customer; null where the client may not see it.'),
  firstName: text(200),
  lastName: text(200).required(),
  jobTitle: text(200),
  department: text(200),
  email: email(),
  phone: phone(),
  mobilePhone: phone(),
  isPrimary: flag(false),
  birthDate: date(),
  address: address(),
  doNotCall: flag(false),
  emailOptOut: flag(false),
  description: text(4000),
};
