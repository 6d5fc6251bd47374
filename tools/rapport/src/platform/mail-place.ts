import { join, resolve } from 'node:path';

/** Where a platform for trying things out puts its mails, a file `.eml` each. */
export function mailFolder(dataDir: string): string {
  return join(resolve(dataDir), 'mail');
}

export const mailSender = 'Rapport <rapport@localhost>';
