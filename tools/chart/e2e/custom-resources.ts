import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findGo } from '@rapport/local-platform/programs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { known } from './known.ts';

const run = promisify(execFile);

/** All that the definition of a kind has against an object, also members that it does not know; empty where it takes the object. */
export type Complaints = (object: unknown) => string;

/** The definition of a kind is a file of the operator's Go module, whose sums Go compares with the public ones. */
export async function complaintsOf(module: string, file: string, version: string): Promise<Complaints> {
  const { stdout } = await run(known(await findGo()), ['mod', 'download', '-json', module], { cwd: tmpdir() });
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string };
  const { spec } = parse(await readFile(join(folder, file), 'utf8')) as Definition;
  const schema = known(spec.versions.find(({ name }) => name === version)).schema.openAPIV3Schema;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const validate = ajv.compile(closed(schema) as object);
  return (object) => (validate(object) ? '' : `${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors)}`);
}

interface Definition {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
}

/** Kubernetes drops a member that the definition does not name, unless it is asked to refuse; here each is refused. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(closed);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = !('properties' in schema) || 'x-kubernetes-preserve-unknown-fields' in schema;
  return isOpen || 'additionalProperties' in schema ? copy : { ...copy, additionalProperties: false };
}
