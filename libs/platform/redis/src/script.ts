import { createHash } from 'node:crypto';

/** A Lua script with a name for spans. Redis gets its digest, and its text only where it does not know it yet. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
}

export function script(name: string, source: string): Script {
  return { name, source, sha: createHash('sha1').update(source).digest('hex') };
}
