import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@rapport/http-contract/client';
import { ownExportContract } from '@rapport/subscription-contract';
import { done, newSession, Tenant } from '@rapport/testbed';
import { expect, inject, test, vi } from 'vitest';
import { operator } from './operator.ts';

const { baseUrl } = inject('platform');
const patiently = { timeout: 60_000, interval: 100 };

const tenant = await Tenant.make(operator);
const person = await tenant.person({ role: 'owner' });
const { accessToken: ownerToken } = await newSession(baseUrl, { ...person, tenantId: tenant.id });
const owner = createClient(ownExportContract, { baseUrl, headers: () => ({ authorization: `Bearer ${ownerToken}` }) });

test('the manifest says of each file what is served', async () => {
  const exportId = await exported();
  const manifest = JSON.parse((await file(exportId, 'manifest.json')).toString()) as Manifest;
  const { files } = done(await owner.getOwnExport({ params: { tenantId: tenant.id, exportId } }), 200);
  expect(files.map(({ name }) => name).toSorted()).toEqual(
    [...manifest.files.map(({ name }) => name), 'manifest.json'].toSorted(),
  );
  for (const entry of manifest.files) {
    const packed = await file(exportId, entry.name);
    const plain = gunzipSync(packed);
    expect([packed.length, digest(packed), plain.length, digest(plain)]).toEqual([
      entry.gzipBytes,
      entry.gzipSha256,
      entry.bytes,
      entry.sha256,
    ]);
  }
});

test('a download that was cut off goes on with Range, and the parts are the whole', async () => {
  const exportId = await exported();
  const address = `${baseUrl}/subscription/v1/tenants/${tenant.id}/exports/${exportId}/files/customers.ndjson.gz`;
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${ownerToken}`, ...headers } });
    return { answer, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const { answer, body: whole } = await ask({});
  const etag = answer.headers.get('etag') ?? '';
  const half = Math.floor(whole.length / 2);
  const first = await ask({ range: `bytes=0-${half - 1}`, 'if-range': etag });
  const rest = await ask({ range: `bytes=${half}-`, 'if-range': etag });
  expect([first.answer.status, rest.answer.status]).toEqual([206, 206]);
  expect(Buffer.concat([first.body, rest.body]).equals(whole)).toBe(true);
  expect((await ask({ 'if-none-match': etag })).answer.status).toBe(304);
});

interface Manifest {
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly gzipBytes: number;
    readonly gzipSha256: string;
  }[];
}

async function exported(): Promise<string> {
  const params = { tenantId: tenant.id };
  const { exportId } = done(await owner.orderOwnExport({ params }), 202);
  await vi.waitUntil(async () => {
    const { state, failure } = done(await owner.getOwnExport({ params: { ...params, exportId } }), 200);
    expect(failure).toBeNull();
    return state === 'ready';
  }, patiently);
  return exportId;
}

async function file(exportId: string, name: string): Promise<Buffer> {
  const answer = await owner.fetchOwnExportFile({ params: { tenantId: tenant.id, exportId, name } });
  expect(answer.status).toBe(200);
  return Buffer.from(await new Response(answer.body as ReadableStream).arrayBuffer());
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
