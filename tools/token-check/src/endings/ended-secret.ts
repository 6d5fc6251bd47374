import type { Traffic } from '@rapport/testbed';
import { secretTraffic } from '../token-traffic.ts';
import type { SecretEnding } from './secret-endings.ts';
import { noticedNothing, Subject } from './subject.ts';

/** One secret under load and the time of its end; then the secret that lives on. */
export class EndedSecret extends Subject {
  readonly #ending: SecretEnding;
  readonly #replicas: readonly string[];
  #survivorLoad: Traffic | undefined;

  constructor(ending: SecretEnding, replicas: readonly string[]) {
    // An address that fails this often may be answered that it is too often, and nothing else.
    super(ending, { replicas, load: secretTraffic(replicas, ending.client), refusals: [401, 429] });
    this.#ending = ending;
    this.#replicas = replicas;
  }

  override async end(): Promise<void> {
    await super.end();
    const survivor = this.#ending.survivor();
    this.#survivorLoad = survivor && secretTraffic(this.#replicas, survivor);
  }

  goesOn(): Promise<void> {
    return Promise.resolve();
  }

  override stop(): Promise<unknown> {
    return Promise.all([super.stop(), this.#survivorLoad?.stop()]);
  }

  override judge(): void {
    super.judge();
    noticedNothing(this.#survivorLoad);
  }
}
