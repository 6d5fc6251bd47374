import { url } from '@rapport/config';
import { z } from 'zod';

/** The variables of the service that sends mails. */
export const mailVariables = {
  MAIL_URL: url('smtp', 'smtps', 'file').describe(
    'SMTP address for mails, as smtps://user:password@host:465 or smtp:// with STARTTLS; or file:// and a folder',
  ),
  MAIL_FROM: z.string().regex(/@/).describe('sender of mails, such as Rapport <no-reply@example.com>'),
};
