import { StoredMember } from '@rapport/members';
import { countryField, optionalText } from '@rapport/members/fields';
import { z } from 'zod';

const shownLine = z.string().nullable();

const shown = z
  .object({
    line1: shownLine,
    line2: shownLine,
    district: shownLine,
    city: shownLine,
    state: shownLine,
    postalCode: shownLine,
    countryCode: shownLine,
  })
  .meta({ id: 'Address' });

const taken = z
  .strictObject({
    line1: optionalText(200),
    line2: optionalText(200),
    district: optionalText(200),
    city: optionalText(200),
    state: optionalText(200),
    postalCode: optionalText(200),
    countryCode: countryField(),
  })
  .meta({ id: 'AddressBody', description: 'An address without any value counts as null.' })
  .nullish()
  .transform((address) => (address && Object.values(address).some((value) => value !== null) ? address : null));

/** An address. Answers show all its members, null where there is no value; one without any value is none. */
export function address() {
  return new StoredMember(shown.nullable(), taken, { type: 'address' });
}
