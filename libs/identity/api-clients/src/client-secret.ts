import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '@rapport/kernel';

/** A new secret. Scanners find it by its prefix, and its checksum makes them sure without a request to us. */
export function newSecret(prefix = clientSecretPrefix): string {
  const body = prefix + randomBase62(43);
  return body + checksum(body);
}

/** Whether the text has the form and the checksum of a secret. Most guesses fail here, before any look-up. */
export function isWellFormedSecret(text: string, prefix = clientSecretPrefix): boolean {
  const body = text.slice(0, -checksumLength);
  return (
    text.length === prefix.length + 43 + checksumLength && text.startsWith(prefix) && text.endsWith(checksum(body))
  );
}

export function hintOf(secret: string): string {
  return secret.slice(-4);
}

function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), checksumLength);
}

const clientSecretPrefix = 'rpt_live_';
const checksumLength = 6;
