import { onOff, taking, wholeNumber } from '@rapport/config';
import { mailUrl, transportOf, type MailTransport } from '@rapport/mail';
import { z } from 'zod';

/** The variables of the service that sends marketing e-mails. */
export const sendingVariables = {
  MARKETING_MAIL_URL: mailUrl()
    .optional()
    .describe('address for marketing e-mails, of the forms of MAIL_URL; without one none is sent'),
  MARKETING_MAIL_BOUNCE_DOMAIN: taking(
    'a domain',
    z.string().regex(/^(?=.{1,180}$)(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/),
  )
    .optional()
    .describe('domain to whose addresses marketing e-mails come back; without one they come back to their sender'),
  MARKETING_MAIL_CONNECTIONS: wholeNumber(1, 100).prefault('10').describe('connections of this process to that server'),
  MARKETING_MAILS_PER_SECOND: wholeNumber(1, 10_000)
    .prefault('200')
    .describe('how many marketing e-mails this process hands over in a second'),
  MARKETING_MAILS_PER_SECOND_PER_TENANT: wholeNumber(1, 10_000)
    .prefault('100')
    .describe('how many of them are of one tenant'),
};

/** The variables of the service that makes mails and says what they need to be due. */
export const supplierVariables = {
  MARKETING_MAILS: onOff()
    .prefault('off')
    .describe('whether the worker has an address for marketing e-mails: on or off'),
  MARKETING_FILE_BYTES_PER_TENANT: wholeNumber(1, 1_099_511_627_776)
    .prefault('1073741824')
    .describe("how many bytes the files of a tenant's marketing e-mails have together"),
};

/** The transport of marketing e-mails; undefined where none is sent. */
export function marketingTransport({
  MARKETING_MAIL_URL: address,
  MARKETING_MAIL_CONNECTIONS: connections,
}: {
  readonly MARKETING_MAIL_URL?: string | undefined;
  readonly MARKETING_MAIL_CONNECTIONS: number;
}): MailTransport | undefined {
  return address === undefined ? undefined : transportOf({ url: address, connections });
}
