import { fileURLToPath } from 'node:url';
import type { MailTransport } from '../mail-transport.ts';
import { FolderTransport } from './folder-transport.ts';
import { SmtpTransport, type SmtpOptions } from './smtp-transport.ts';

/** The transport that an address names: a folder or an SMTP server. */
export function transportOf(options: SmtpOptions): MailTransport {
  return new URL(options.url).protocol === 'file:'
    ? new FolderTransport(fileURLToPath(options.url))
    : new SmtpTransport(options);
}
