import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ourParts } from '@rapport/local-platform';
import type { TemporaryPlatform } from '@rapport/testbed';
import { Inspector } from './inspector.ts';

/** Node opens its inspector to this machine at a port of its choice. Services inherit these options. */
export const inspectable = '--inspect=127.0.0.1:0';

/** The live bytes of a heap once all garbage is gone. */
export interface Heap {
  readonly service: string;
  readonly bytes: number;
  readonly residentBytes: number;
}

/** A finalizer runs after the collection that found its object dead, so that the next one finds what it held. */
const collections = 4;
const pauseMs = 500;

interface InspectedService {
  readonly name: string;
  readonly pid: number;
  readonly inspector: Inspector;
}

/** Measures the live bytes on the heaps of a platform's own services. */
export class ServiceHeaps {
  readonly #services: readonly InspectedService[];

  private constructor(services: readonly InspectedService[]) {
    this.#services = services;
  }

  static async connect(platform: TemporaryPlatform): Promise<ServiceHeaps> {
    const { services } = await platform.status();
    const programs = services.filter(({ name }) => ourParts.services.some((service) => service.name === name));
    return new ServiceHeaps(
      await Promise.all(
        programs.map(async ({ name, instance, pid }) => {
          const log = await readFile(join(platform.dataDir, 'logs', `${name}-${instance}.log`), 'utf8');
          const url = /^Debugger listening on (ws:\S+)$/m.exec(log)?.[1];
          if (url === undefined) {
            throw new Error(`${name} has not opened its inspector.`);
          }
          return { name, pid: pid ?? 0, inspector: await Inspector.connect(url) };
        }),
      ),
    );
  }

  async measure(): Promise<Heap[]> {
    const heaps: Heap[] = [];
    for (const { name, pid, inspector } of this.#services) {
      for (let count = 0; count < collections; count += 1) {
        await inspector.collectGarbage();
        await delay(pauseMs);
      }
      heaps.push({ service: name, bytes: await inspector.usedBytes(), residentBytes: await residentBytes(pid) });
    }
    return heaps;
  }

  close(): void {
    for (const { inspector } of this.#services) {
      inspector.close();
    }
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
}
