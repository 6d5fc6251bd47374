import { audit, type ChangeActor } from '@rapport/audit';
import { times } from '@rapport/config';
import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { loop, type Background, type Logger, type Metrics } from '@rapport/telemetry';
import { canSign, isPublished, stateOfKey } from './key-life.ts';
import { measureKeys } from './key-metrics.ts';
import { keySetOf, type KeySet } from './key-set.ts';
import type { KeptKey, KeptKeys, KeyStore, OpenedKey } from './key-store.ts';
import { currentSigner, lastSigner, maintained, type PlannedKey } from './key-succession.ts';
import type { SigningKey } from './signing-key.ts';

const reading = loop('read signing keys', 'Reads the keys that sign, and rotates them.', 'SigningKeysNotRead');

/** The keys of access tokens as this process knows them: the key that signs, and the published keys. */
export class SigningKeys {
  static readonly loops = [reading];
  readonly #store: KeyStore;
  readonly #logger: Logger;
  /** A key signs for so long before another one does. */
  readonly #periodMs: number;
  readonly #opened = new Map<string, SigningKey & OpenedKey>();
  #sealIds = '';
  #known: Known | undefined;
  #reading: Promise<Known> | undefined;

  constructor(store: KeyStore, logger: Logger, metrics: Metrics, periodMs: number) {
    this.#store = store;
    this.#logger = logger;
    this.#periodMs = periodMs;
    measureKeys(metrics, periodMs, () => this.#known);
    metrics.gauge({
      name: 'signing_key_seal_needed',
      help: 'Whether signing keys are sealed by this key of KEY_ENCRYPTION_KEY',
      labelNames: ['key'],
      read: () => store.sealIds.map((key) => [{ key }, Number(this.#neededSeals().has(key))] as const),
    });
  }

  start(background: Background): void {
    background.repeat(reading, (context) => this.refresh(context), times.keyReadMs, { isPoll: true });
  }

  async current(context: CallContext): Promise<SigningKey> {
    return (this.#known ?? (await this.refresh(context))).current;
  }

  async keySet(context: CallContext): Promise<KeySet> {
    return (this.#known ?? (await this.refresh(context))).keySet;
  }

  /**
   * Reads the keys anew and does what is due: the first keys, a missing spare, a rotation. If several processes do so
   * at once, one of them makes the keys and all use them. If it fails, the known keys stay in use.
   */
  refresh(context: CallContext): Promise<Known> {
    this.#reading ??= this.#read(context).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(context: CallContext): Promise<Known> {
    const plan = (keys: readonly PlannedKey[], atMs: number): readonly PlannedKey[] =>
      maintained(keys, atMs, this.#periodMs);
    const kept = await this.#store.read(context);
    if (plan(kept.keys, kept.atMs) === kept.keys) {
      return this.#take(kept);
    }
    if (currentSigner(kept.keys, kept.atMs)) {
      this.#take(kept);
    }
    const changed = await this.#store.change(context, plan, (sql, { keys, atMs }) =>
      this.#audit(context, sql, keys, atMs),
    );
    this.#logger.info({ kids: changed.keys.map(({ kid }) => kid) }, 'the signing keys were brought up to date');
    return this.#take(changed);
  }

  async #audit(context: CallContext, sql: Sql, keys: readonly KeptKey[], atMs: number): Promise<void> {
    const details = Object.fromEntries(keys.map((key) => [key.kid, stateOfKey(key, atMs)]));
    await audit(
      { ...context, actor: tokenService },
      sql,
      null,
      'key.maintained',
      lastSigner(keys, atMs)?.kid ?? '',
      details,
    );
  }

  /** Takes the keys that were read into use. A key that cannot be opened is an error even before it signs. */
  #take({ keys, atMs }: KeptKeys): Known {
    const signer = currentSigner(keys, atMs);
    if (!signer) {
      throw new Error('There is no key to sign access tokens with.');
    }
    const current = this.#open(signer);
    if (this.#known && this.#known.current.kid !== current.kid) {
      const { kid, algorithm } = current;
      this.#logger.info({ kid, algorithm, before: this.#known.current.kid }, 'another key signs access tokens');
    }
    const keySet = keySetOf(keys.filter((key) => isPublished(key, atMs)));
    this.#known = { current, keySet, keys, atMs, readAtMs: performance.now() };
    const usable = keys.filter((key) => canSign(key, atMs));
    usable.forEach((key) => this.#open(key));
    this.#forgetAllBut(usable);
    this.#tellSeals();
    return this.#known;
  }

  #tellSeals(): void {
    const needed = [...this.#neededSeals()].join(', ');
    if (needed !== this.#sealIds) {
      this.#sealIds = needed;
      this.#logger.info({ needed, known: this.#store.sealIds }, 'these keys of KEY_ENCRYPTION_KEY seal signing keys');
    }
  }

  #neededSeals(): Set<string> {
    return new Set([...this.#opened.values()].map(({ sealId }) => sealId));
  }

  #open(key: KeptKey): SigningKey & OpenedKey {
    const { kid, algorithm } = key;
    const opened = this.#opened.get(kid) ?? { kid, algorithm, ...this.#store.open(key) };
    this.#opened.set(kid, opened);
    return opened;
  }

  #forgetAllBut(usable: readonly KeptKey[]): void {
    const kids = new Set(usable.map(({ kid }) => kid));
    for (const kid of this.#opened.keys()) {
      if (!kids.has(kid)) {
        this.#opened.delete(kid);
      }
    }
  }
}

/** The keys of the last read, and the time of this process's clock at which they were read. */
interface Known extends KeptKeys {
  readonly current: SigningKey;
  readonly keySet: KeySet;
  readonly readAtMs: number;
}

const tokenService: ChangeActor = { kind: 'system', name: 'token-service' };
