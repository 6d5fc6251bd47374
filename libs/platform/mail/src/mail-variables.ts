import { taking, url } from '@rapport/config';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { MailAddress } from './mail.ts';

/** The address of what takes mails. */
export function mailUrl() {
  return url('smtp', 'smtps', 'file');
}

/** The variables of the service that sends mails. */
export const mailVariables = {
  MAIL_URL: mailUrl().describe(
    'SMTP address for mails, as smtps://user:password@host:465 or smtp:// with STARTTLS; or file:// and a folder',
  ),
  MAIL_FROM: taking('one address, with or without a name', z.string().transform(mailAddress)).describe(
    'sender of mails, such as Rapport <no-reply@example.com>',
  ),
};

/** One address, with or without a name. */
function mailAddress(text: string, context: z.RefinementCtx): MailAddress {
  const [found, ...others] = addressparser(text, { flatten: true });
  if (found?.address.includes('@') !== true || others.length > 0) {
    context.addIssue({ code: 'custom', message: 'must be one address, such as Rapport <no-reply@example.com>' });
    return z.NEVER;
  }
  return { name: found.name, address: found.address };
}
