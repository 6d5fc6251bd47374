import type { Credentials } from '@rapport/testbed';
import { ReplicaLoad } from './replica-load.ts';
import { askForToken } from './token-load.ts';

/** Requests for tokens with one secret, to each replica of the token service. */
export class SecretLoad extends ReplicaLoad {
  constructor(replicas: readonly string[], client: Credentials) {
    super(replicas, async (replica) => {
      const { status, body } = await askForToken(replica, client);
      return { status, code: body?.code };
    });
  }
}
