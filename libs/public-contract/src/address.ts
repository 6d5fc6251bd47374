import { countryField, optionalText } from '@rapport/http-contract';
import { z } from 'zod';

/** An address in a request. An address without any value is none. */
export const addressBody = z
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

/** An address in an answer: all its members, null where there is no value. */
export const address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    district: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().nullable(),
  })
  .meta({ id: 'Address' });

export type Address = z.output<typeof address>;
