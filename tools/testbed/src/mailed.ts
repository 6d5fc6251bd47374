import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, statement } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { UnsubscribeLinks } from '@rapport/marketing-email';
import { noteSent } from '@rapport/marketing-email/testing';
import type { ReachablePlatform } from './running-platform.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

/** Notes mails as sent, in the place of the worker, and makes the links that they would hold. */
export class Mailed {
  readonly #database: Database;
  readonly #links: UnsubscribeLinks;

  private constructor(database: Database, links: UnsubscribeLinks) {
    this.#database = database;
    this.#links = links;
  }

  static async connect({ baseUrl, stateFolder }: Pick<ReachablePlatform, 'baseUrl' | 'stateFolder'>): Promise<Mailed> {
    const secrets = join(stateFolder, 'data', 'secrets');
    const read = (...path: string[]): Promise<string> => readFile(join(secrets, ...path), 'utf8');
    const database = new Database({
      controlUrl: await read('change-feed-worker', 'CONTROL_DATABASE_URL'),
      cells: JSON.parse(await read('change-feed-worker', 'CELL_DATABASE_URLS')) as Record<string, string>,
      poolSize: 2,
    });
    const keys = Object.entries(JSON.parse(await read('UNSUBSCRIBE_KEYS')) as Record<string, string>);
    const links = new UnsubscribeLinks(
      baseUrl,
      Object.fromEntries(keys.map(([id, key]) => [id, Buffer.from(key, 'base64')])),
    );
    return new Mailed(database, links);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** The link in a mail that went to an address of a tenant. The number is that of the member of a campaign. */
  async link(tenantId: string, address: string, number: number): Promise<string> {
    const [tenant] = await this.#database.control.query<LocatedTenant>(context, findTenant.with({ tenantId }));
    if (!tenant) {
      throw new Error(`There is no tenant ${tenantId}.`);
    }
    const mailId = newId();
    await noteSent(context, this.#database.tenant(tenant), { mailId, number, address });
    return this.#links.linkFor({ tenantNumber: tenant.number, mailId, number });
  }

  /** A link that the platform made, and whose tenant is not there. */
  foreignLink(): string {
    return this.#links.linkFor({ tenantNumber: 2_147_483_647, mailId: newId(), number: 1 });
  }
}

interface LocatedTenant {
  readonly number: number;
  readonly cell: string;
}

const findTenant = statement('test_find_tenant', 'select number, cell from control.tenant where id = :tenantId');
