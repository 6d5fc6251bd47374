import { fileURLToPath } from 'node:url';
import type { MailTransport } from '../mail-transport.ts';
import { FolderTransport } from './folder-transport.ts';
import { SmtpTransport } from './smtp-transport.ts';

/** The transport that an address names: a folder or an SMTP server. */
export function transportOf({ url, from }: { readonly url: string; readonly from: string }): MailTransport {
  return new URL(url).protocol === 'file:'
    ? new FolderTransport(fileURLToPath(url), from)
    : new SmtpTransport({ url, from });
}
