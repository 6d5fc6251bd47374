import { readFile } from 'node:fs/promises';
import { Failure, type Outcome } from '@rapport/command-line';
import { installationSecrets, newPassword } from '@rapport/installation';
import { newOperatorCredential } from '@rapport/operators';

/** The Secret of an installation as well has what an evaluation needs: the stores' administrator and the first operator. */
const makers: Readonly<Record<string, () => string>> = {
  ...installationSecrets,
  ADMINISTRATOR_PASSWORD: newPassword,
  OPERATOR_CREDENTIAL: newOperatorCredential,
};

interface Secret {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** Makes what the Secret lacks. A Secret that another process made or changed meanwhile is read again. */
export async function makeSecrets(name: string): Promise<Outcome> {
  const api = await apiOfCluster();
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await api('GET', `/${name}`);
    const secret = found.status === 404 ? undefined : await okay(found);
    const absent = Object.entries(makers).filter(([key]) => secret?.data?.[key] === undefined);
    if (absent.length === 0) {
      return { document: { made: [] }, text: `The Secret ${name} has everything.` };
    }
    const stringData = Object.fromEntries(absent.map(([key, make]) => [key, make()]));
    const answer =
      secret === undefined
        ? await api('POST', '', { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData })
        : await api('PUT', `/${name}`, { ...secret, stringData });
    if (answer.status !== 409) {
      await okay(answer);
      const made = Object.keys(stringData);
      return { document: { made }, text: `Made in the Secret ${name}: ${made.join(', ')}.` };
    }
  }
  throw new Failure(`The Secret ${name} was changed by others again and again; run this once more.`);
}

const attemptsMax = 5;
const folder = '/var/run/secrets/kubernetes.io/serviceaccount';

type Api = (method: string, path: string, body?: object) => Promise<Response>;

/** The Secrets of the pod's namespace. The certificate of the cluster is trusted by NODE_EXTRA_CA_CERTS. */
async function apiOfCluster(): Promise<Api> {
  const read = (file: string): Promise<string> =>
    readFile(`${folder}/${file}`, 'utf8').catch(() => {
      throw new Failure('This is no pod of Kubernetes with a service account, so there is no Secret to make.');
    });
  const [namespace, token] = [await read('namespace'), await read('token')];
  const host = `${process.env['KUBERNETES_SERVICE_HOST']}:${process.env['KUBERNETES_SERVICE_PORT']}`;
  return (method, path, body) =>
    fetch(`https://${host}/api/v1/namespaces/${namespace}/secrets${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
}

async function okay(answer: Response): Promise<Secret> {
  if (!answer.ok) {
    const { message = answer.statusText } = (await answer.json().catch(() => ({}))) as { message?: string };
    throw new Failure(`Kubernetes refused (${answer.status}): ${message}`);
  }
  return (await answer.json()) as Secret;
}
