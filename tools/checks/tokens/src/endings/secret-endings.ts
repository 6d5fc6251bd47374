import { type Credentials, done, type RunningPlatform, type Tenant } from '@rapport/testbed';

/** A call after whose answer a secret gets no token any more. */
export interface SecretEnding {
  readonly name: string;
  /** The client with the secret that ends. */
  readonly client: Credentials;
  readonly end: () => Promise<void>;
  /** The client with the secret that lives on, if there is one. */
  readonly survivor: () => Credentials | undefined;
}

/** Every call that ends a secret, each with a client of its own. */
export function newSecretEndings({ operator }: RunningPlatform, tenant: Tenant): Promise<SecretEnding[]> {
  const rotated = async (name: string, body: Rotation): Promise<SecretEnding> => {
    const client = await tenant.client();
    let survivor: Credentials | undefined;
    return {
      ...{ name, client, survivor: () => survivor },
      end: async () => {
        survivor = { ...client, ...done(await operator.rotateSecret({ params: paramsOf(client), body }), 200) };
      },
    };
  };
  const revoked = async (name: string): Promise<SecretEnding> => {
    const client = await tenant.client();
    const params = paramsOf(client);
    const [first] = done(await operator.listSecrets({ params }), 200).secrets;
    const next = { ...client, ...done(await operator.rotateSecret({ params, body: {} }), 200) };
    const revocation = { params: { ...params, secretId: first?.id ?? '' }, body: {} };
    return {
      ...{ name, client, survivor: () => next },
      end: async () => void done(await operator.revokeSecret(revocation), 200),
    };
  };
  const disabled = async (name: string): Promise<SecretEnding> => {
    const client = await tenant.client();
    return { name, client, survivor: () => undefined, end: () => tenant.disable(client) };
  };
  const paramsOf = ({ clientId }: Credentials) => ({ tenantId: tenant.id, clientId });
  return Promise.all([
    revoked('revoking the secret'),
    rotated('rotating it with its tokens', { revokeTokens: true }),
    rotated('rotating it without overlap', { overlapSeconds: 0 }),
    disabled('disabling the client'),
  ]);
}

type Rotation = { revokeTokens: true } | { overlapSeconds: 0 };
