import type { KeyService, ListedKey } from '@rapport/access-tokens';
import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { dateTimeAt } from '@rapport/kernel';
import { keyContract } from '@rapport/subscription-contract';

export function keyRoutes(keys: KeyService) {
  return implement(keyContract)<ChangeContext>({
    listKeys: async (context) => ({ status: 200, body: { keys: (await keys.list(context)).map(shown) } }),
    rotateKeys: async (context, { body }) => ({
      status: 200,
      body: { kid: await keys.rotate(context, body.algorithm) },
    }),
    revokeKey: async (context, { params }) => {
      await keys.revoke(context, params.kid);
      return { status: 200, body: {} };
    },
  });
}

function shown({ kid, algorithm, state, publishAtMs, signFromMs, signUntilMs, goneAtMs }: ListedKey) {
  return {
    kid,
    algorithm,
    state,
    publishAtUtc: dateTimeAt(publishAtMs),
    signFromUtc: timeOf(signFromMs),
    signUntilUtc: timeOf(signUntilMs),
    goneAtUtc: timeOf(goneAtMs),
  };
}

function timeOf(ms: number): string | null {
  return ms === Infinity ? null : dateTimeAt(ms);
}
