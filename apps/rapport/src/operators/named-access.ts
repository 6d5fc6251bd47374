import { readFile } from 'node:fs/promises';
import { Failure, WrongUse, type AnyValues } from '@rapport/command-line';
import type { OperatorAccess } from './operator-client.ts';

/** The operators' API that the caller names, or undefined where the caller means the platform of this folder. */
export async function namedAccess(values: AnyValues): Promise<OperatorAccess | undefined> {
  const [url, file] = ['operator-url', 'credential-file'].map((name) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  });
  if (url === undefined && file === undefined) {
    return undefined;
  }
  if (url === undefined || file === undefined) {
    throw new WrongUse('--operator-url and --credential-file belong together.');
  }
  if (!URL.canParse(url)) {
    throw new WrongUse('--operator-url is an address such as http://localhost:9000.');
  }
  return { url: new URL(url).origin, credential: await readCredential(file) };
}

/** In a pod of the service whose API this is, which listens there; undefined elsewhere. */
export async function accessInPod(): Promise<OperatorAccess | undefined> {
  const { OPERATOR_PORT: port, OPERATOR_CREDENTIAL_FILE: file } = process.env;
  return port === undefined || file === undefined
    ? undefined
    : { url: `http://127.0.0.1:${port}`, credential: await readCredential(file) };
}

/** The file holds the credential alone, or is one that `up` keeps. */
export async function readCredential(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`The file ${file} cannot be read.`);
  });
  const credential = text.trim().startsWith('{')
    ? (JSON.parse(text) as Partial<OperatorAccess>).credential
    : text.trim();
  if (credential === undefined || credential === '') {
    throw new Failure(`There is no credential in ${file}.`);
  }
  return credential;
}
