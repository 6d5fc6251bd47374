import type { PrivateAuthority } from '@rapport/local-servers';
import type { Scene } from '../scene.ts';
import { Keepsakes } from './keepsakes.ts';
import type { Logins } from './logins.ts';
import type { OuterStores } from './outer-stores.ts';
import type { SecretsPage } from './secrets-page.ts';

/** An installation on servers outside of the cluster, and what changes there. */
export class OuterInstallation {
  readonly scene: Scene;
  readonly stores: OuterStores;
  readonly authority: PrivateAuthority;
  readonly logins: Logins;
  readonly page: SecretsPage;
  #keepsakes: Keepsakes | undefined;

  constructor(given: Pick<OuterInstallation, 'scene' | 'stores' | 'authority' | 'logins' | 'page'>) {
    this.scene = given.scene;
    this.stores = given.stores;
    this.authority = given.authority;
    this.logins = given.logins;
    this.page = given.page;
  }

  /**
   * Changes something under requests of which none may fail. The things that callers held before are as good afterwards, and all
   * changes of records have left the outbox.
   */
  async change(action: () => Promise<void>): Promise<string> {
    this.#keepsakes ??= await Keepsakes.make(this.scene, this.stores, this.page);
    const seen = await this.scene.withoutFailure(action);
    await this.#keepsakes.check();
    const isEmpty = async (): Promise<boolean> => (await this.stores.ask('select count(*) from cell.outbox')) === '0';
    await this.scene.cluster.until('the outbox is empty', isEmpty, 60_000);
    return seen;
  }

  /** The things that callers hold from here on are made at the next change. */
  keepAnew(): void {
    this.#keepsakes = undefined;
  }

  /** A ConfigMap with these authorities. */
  async trust(name: string, ...authorities: readonly PrivateAuthority[]): Promise<void> {
    const data = { 'ca.crt': authorities.map(({ certificate }) => certificate).join('') };
    await this.scene.cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }

  /** The one line that the youngest pod of a component logs of something, once it is there. */
  async said(component: string, pattern: RegExp): Promise<string> {
    const { cluster } = this.scene;
    let lines: string[] = [];
    await cluster.until(`${component} says ${pattern.source}`, async () => {
      const words = ['--selector', `app.kubernetes.io/component=${component}`, '--tail', '200', '--all-containers'];
      const log = await cluster.kubectl('logs', ...words, '--ignore-errors');
      lines = log.split('\n').filter((line) => pattern.test(line));
      return lines.length > 0;
    });
    if (new Set(lines).size > 1) {
      throw new Error(`${component} says more than one thing: ${lines.join(' | ')}`);
    }
    return lines[0] ?? '';
  }
}
