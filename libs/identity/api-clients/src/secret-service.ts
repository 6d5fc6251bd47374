import { changePrincipals, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import type { LiveSecret } from '@rapport/kinds';
import type { RotatedSecret, SecretRevocation, SecretRotation } from './api-client.ts';
import type { ApiClientStore } from './api-client-store.ts';
import type { ClientSecretStore } from './client-secret-store.ts';
import { noApiClient, type HeldClients } from './held-clients.ts';

/** The secrets of API clients. A change of them counts as a change of the client. */
export class SecretService {
  readonly #database: Database;
  readonly #clients: ApiClientStore;
  readonly #held: HeldClients;
  readonly #secrets: ClientSecretStore;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    clients: ApiClientStore,
    held: HeldClients,
    secrets: ClientSecretStore,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#clients = clients;
    this.#held = held;
    this.#secrets = secrets;
    this.#publisher = publisher;
  }

  /** The newest secret lives for the overlap, an older one ends now. With `revokeTokens` all secrets and tokens end. */
  async rotate(
    context: ChangeContext,
    tenant: TenantRef,
    key: string,
    { overlapSeconds, revokeTokens }: SecretRotation,
  ): Promise<RotatedSecret> {
    const rotated = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const { id, clientId } = await this.#held.holdWithin(context, sql, tenant, key);
      const overlap = revokeTokens ? 0 : overlapSeconds;
      const previousExpiresOnUtc = await this.#secrets.endAll(context, sql, id, overlap);
      await this.#clients.touch(context, sql, id, revokeTokens);
      await audit(context, sql, tenant.id, 'secret.rotated', clientId, { overlapSeconds, revokeTokens });
      return { id, clientId, clientSecret: await this.#secrets.add(context, sql, id), previousExpiresOnUtc };
    });
    await this.#publisher.publishClient(context, tenant.number, rotated.clientId);
    return rotated;
  }

  /** The live secrets, newest first: at most two, without their text. */
  async list(context: CallContext, tenant: TenantRef, key: string): Promise<LiveSecret[]> {
    const client = await this.#clients.find(context, this.#database.control, tenant.id, key);
    if (!client) {
      throw noApiClient(key);
    }
    return this.#secrets.live(context, this.#database.control, client.id);
  }

  /** After a revocation has returned, no token request with the secret succeeds on any replica. */
  async revoke(
    context: ChangeContext,
    tenant: TenantRef,
    key: string,
    { secretId, revokeTokens }: SecretRevocation,
  ): Promise<void> {
    const { clientId } = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const client = await this.#held.holdWithin(context, sql, tenant, key);
      if (!(await this.#secrets.revoke(context, sql, client.id, secretId))) {
        throw new AppError('not_found', `The API client has no live secret ${secretId}; it may have ended already.`);
      }
      await this.#clients.touch(context, sql, client.id, revokeTokens);
      await audit(context, sql, tenant.id, 'secret.revoked', client.clientId, { secretId, revokeTokens });
      return client;
    });
    await this.#publisher.publishClient(context, tenant.number, clientId);
  }
}
