import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { KeptBody, KeptBytes } from '@rapport/http-contract';

/** A text as every caller gets it, made once. */
export function keptBody(text: string): KeptBody {
  const plain = Buffer.from(text);
  return { plain: tagged(plain), gzip: tagged(gzipSync(plain, { level: 9 })) };
}

function tagged(bytes: Buffer): KeptBytes {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
}
