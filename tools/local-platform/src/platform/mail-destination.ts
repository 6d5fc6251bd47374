import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WrongUse } from '@rapport/command-line';
import type { PlatformOptions } from './platform-options.ts';

/** The folder of mails of a platform for trying things out, a file `.eml` each, unless they go to an SMTP server. */
export function mailFolder(dataDir: string): string {
  return join(resolve(dataDir), 'mail');
}

/** The address of all mails, as services read it. */
export function mailAddress({ mailUrl, dataDir }: Pick<PlatformOptions, 'mailUrl' | 'dataDir'>): string {
  return mailUrl ?? pathToFileURL(mailFolder(dataDir)).href;
}

export function readMailUrl(text: string | undefined): string | undefined {
  const isGood = text === undefined || (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text));
  if (!isGood) {
    throw new WrongUse('--mail is the address of an SMTP server, such as smtp://127.0.0.1:2525?tls=off.');
  }
  return text;
}

/** An address as it is shown. */
export function withoutLogin(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
