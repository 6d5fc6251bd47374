import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PrivateAuthority } from '@rapport/local-servers';
import { startSecureSpanCollector } from '@rapport/local-servers/span-collector';
import { afterEach, expect, test, vi } from 'vitest';
import { startTelemetry } from './telemetry.ts';

const known = getCACertificates();
const host = '127.0.0.1';
afterEach(() => setDefaultCACertificates(known));

test('spans go over TLS of a private authority, and what the certificate has wrong is said once, counted, and over without a restart', async () => {
  const [authority, stranger] = [await PrivateAuthority.make(), await PrivateAuthority.make()];
  setDefaultCACertificates([...known, authority.certificate]);
  const wrongs = [
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', await stranger.issue({ host })],
    ['ERR_TLS_CERT_ALTNAME_INVALID', await authority.issue({ host: 'other.example' })],
    ['CERT_HAS_EXPIRED', await authority.issue({ host, days: -1 })],
  ] as const;
  const collector = await startSecureSpanCollector(wrongs[0][1]);
  const lines: { message: string; error?: { code: string } }[] = [];
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  const exporterUrl = collector.url;
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 1, exporterUrl, logStream });
  let lost = 0;
  for (const [, certificate] of wrongs) {
    await collector.use(certificate);
    for (let batch = 0; batch < 2; batch += 1) {
      telemetry.startTrace('lost').end();
      lost += 1;
      const said = `spans_lost_total ${lost}\n`;
      await vi.waitFor(async () => expect(await telemetry.metrics.text()).toContain(said), 20_000);
    }
  }
  const message = 'the collector takes no spans; they are counted and lost';
  expect(lines).toMatchObject(wrongs.map(([code]) => ({ message, error: { code } })));
  await collector.use(await authority.issue({ host }));
  telemetry.startTrace('taken').end();
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['taken']), 20_000);
  await telemetry.shutdown();
  await collector.stop();
  await Promise.all([authority.end(), stranger.end()]);
});
