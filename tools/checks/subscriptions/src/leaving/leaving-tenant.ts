import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { deletionSteps, type DeletionProof, type TenantExport } from '@rapport/kinds';
import { done, issueToken, newName, Tenant, until, type RunningPlatform } from '@rapport/testbed';

/** A tenant with customers that takes its data along and goes, while any part of the platform is away: it asks until it is answered. */
export class LeavingTenant {
  readonly params: { readonly tenantId: string };
  readonly #platform: RunningPlatform;
  readonly #customers: number;

  private constructor(platform: RunningPlatform, { id }: Tenant, customers: number) {
    this.#platform = platform;
    this.params = { tenantId: id };
    this.#customers = customers;
  }

  static async make(platform: RunningPlatform, cell: string, customers = 200): Promise<LeavingTenant> {
    const { baseUrl, operator } = platform;
    const tenant = await Tenant.make(operator, { cell });
    const authorization = `Bearer ${await issueToken(baseUrl, await tenant.client())}`;
    for (let made = 0; made < customers; made += batchSize) {
      const items = Array.from({ length: batchSize }, () => ({ name: newName() }));
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${baseUrl}/api/v1/customers/batch`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ items }) },
      });
      assert.equal(answer.status, 200, await answer.text());
    }
    return new LeavingTenant(platform, tenant, customers);
  }

  /** The id of the export that it orders, or of the one that waits or runs. */
  async order(): Promise<string> {
    return done(await answered(() => this.#platform.operator.orderExport({ params: this.params })), 202).exportId;
  }

  async find(exportId: string): Promise<TenantExport> {
    const params = { ...this.params, exportId };
    return done(await answered(() => this.#platform.operator.getExport({ params })), 200);
  }

  /** Fetches the export when it is ready, and holds each file to what is said of it. Otherwise it has failed with this reason. */
  async fetched(exportId: string): Promise<string | null> {
    let found = await this.find(exportId);
    const hasEnded = async (): Promise<boolean> => {
      found = await this.find(exportId);
      return found.state !== 'queued' && found.state !== 'running';
    };
    await until(hasEnded, patienceMs, () => `an export has not ended: ${JSON.stringify(found)}`);
    if (found.state === 'failed') {
      return found.failure;
    }
    assert.equal(found.state, 'ready');
    await this.#expectWhole(found);
    return null;
  }

  async exports(): Promise<readonly TenantExport[]> {
    return done(await answered(() => this.#platform.operator.listExports({ params: this.params })), 200).exports;
  }

  async delete(): Promise<void> {
    done(await answered(() => this.#platform.operator.deleteTenant({ params: this.params })), 202);
  }

  /** The step at which its deletion is or waits, if it was tried there in vain. */
  async failedAt(): Promise<string | undefined> {
    const { work } = done(await answered(() => this.#platform.operator.getTenant({ params: this.params })), 200);
    return work.find(({ attempts }) => attempts > 0)?.step;
  }

  async expectProof(): Promise<void> {
    const { operator } = this.#platform;
    const { params } = this;
    const isDeleted = async (): Promise<boolean> =>
      done(await answered(() => operator.getTenant({ params })), 200).state === 'deleted';
    const proof = async (): Promise<DeletionProof> => done(await answered(() => operator.getDeletion({ params })), 200);
    await until(isDeleted, patienceMs, async () => `a deletion has not ended: ${JSON.stringify(await proof())}`);
    const { steps, found } = await proof();
    assert.deepEqual(
      steps.map(({ step }) => step),
      deletionSteps,
    );
    assert.ok(steps.every(({ counts }) => Object.keys(counts).length > 0));
    const counts = Object.assign({}, ...steps.map((step) => step.counts)) as Record<string, number>;
    assert.partialDeepStrictEqual(counts, { users: 1, apiClients: 1, membership: 1, identity: 1, api_client: 1 });
    assert.ok((counts['tables'] ?? 0) > 20, `${counts['tables']} tables were counted`);
    assert.deepEqual(Object.values(found ?? {}), [0, 0, 0, 0, 0]);
    const { data } = done(await answered(() => operator.listTenantAudit({ params })), 200);
    const events = data.map(({ event }) => event).filter((event) => event.startsWith('tenant.delet'));
    assert.deepEqual(events, ['tenant.deleted', 'tenant.deletionRequested']);
  }

  async #expectWhole({ exportId, files }: TenantExport): Promise<void> {
    const bodies = new Map<string, Buffer>();
    for (const { name, bytes, sha256 } of files) {
      const body = await this.#fetch(exportId, name);
      assert.deepEqual([body.length, digest(body)], [bytes, sha256], name);
      bodies.set(name, body);
    }
    const manifest = JSON.parse(String(bodies.get('manifest.json'))) as Manifest;
    const described = ['manifest.json', ...manifest.files.map(({ name }) => name)];
    assert.deepEqual([...bodies.keys()].toSorted(), described.toSorted());
    for (const { name, ...said } of manifest.files) {
      const plain = gunzipSync(bodies.get(name) ?? '');
      const count = plain.toString('latin1').split('\n').length - 1;
      assert.partialDeepStrictEqual(said, { count, bytes: plain.length, sha256: digest(plain) });
    }
    const counts = Object.fromEntries(manifest.files.map(({ resource, count }) => [resource, count]));
    assert.partialDeepStrictEqual(counts, { customers: this.#customers, users: 1, 'api-clients': 1 });
  }

  async #fetch(exportId: string, name: string): Promise<Buffer> {
    const params = { ...this.params, exportId, name };
    const { status, bytes } = await answered(async () => {
      const answer = await this.#platform.operator.fetchExportFile({ params });
      const isSent = answer.status === 200;
      return { status: answer.status, bytes: isSent ? await new Response(answer.body).arrayBuffer() : undefined };
    });
    assert.equal(status, 200, name);
    return Buffer.from(bytes ?? assert.fail(`${name} has no bytes`));
  }
}

/** The first answer that says something: a process that was killed or frozen gives none, and the others are at a loss without it. */
async function answered<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  let said: unknown;
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(pauseMs)) {
    const answer = await ask().catch((error: unknown) => void (said = error));
    if (answer && answer.status !== 503) {
      return answer;
    }
    said = answer ?? said;
  }
  throw new Error('Nothing was answered but 503 in minutes.', { cause: said });
}

interface Manifest {
  readonly files: readonly {
    readonly name: string;
    readonly resource: string;
    readonly count: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const batchSize = 200;
const patienceMs = 300_000;
const pauseMs = 200;
