import { audit, type ChangeContext } from '@rapport/audit';
import { AppError, type CallContext } from '@rapport/kernel';
import type { KeyAlgorithm, KeyState } from '@rapport/kinds';
import { stateOfKey, type KeyLife } from './key-life.ts';
import type { KeyStore } from './key-store.ts';
import { lastSigner, revoked, rotated } from './key-succession.ts';

export interface ListedKey extends KeyLife {
  readonly kid: string;
  readonly algorithm: KeyAlgorithm;
  readonly state: KeyState;
}

/** Lists, rotates and revokes the keys of access tokens for operators. Every replica follows within a second. */
export class KeyService {
  readonly #store: KeyStore;

  constructor(store: KeyStore) {
    this.#store = store;
  }

  /** All keys but those that went long ago. */
  async list(context: CallContext): Promise<ListedKey[]> {
    const { keys, atMs } = await this.#store.read(context);
    return keys.map(({ jwk: _jwk, sealed: _sealed, ...key }) => ({ ...key, state: stateOfKey(key, atMs) }));
  }

  /** The id of the key that signs next. It may begin some minutes later, when every process can know it. */
  async rotate(context: ChangeContext, algorithm?: KeyAlgorithm): Promise<string> {
    const { keys, atMs } = await this.#store.change(
      context,
      (before, now) => rotated(before, now, algorithm),
      async (sql, changed) => {
        const next = lastSigner(changed.keys, changed.atMs);
        await audit(context, sql, null, 'key.rotated', next?.kid ?? '', { algorithm: next?.algorithm });
      },
    );
    const next = lastSigner(keys, atMs);
    if (!next) {
      throw new Error('After a rotation there is no key that signs next.');
    }
    return next.kid;
  }

  /** From the next second on no process takes a token of the key. */
  async revoke(context: ChangeContext, kid: string): Promise<void> {
    await this.#store.change(
      context,
      (keys, atMs) => {
        const key = keys.find((candidate) => candidate.kid === kid);
        if (!key) {
          throw new AppError('not_found', 'There is no key with this kid; see admin keys list.');
        }
        return stateOfKey(key, atMs) === 'gone' ? keys : revoked(keys, kid, atMs);
      },
      (sql) => audit(context, sql, null, 'key.revoked', kid),
    );
  }
}
