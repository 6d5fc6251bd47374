import type { Measured } from '../core/comparing/interleave.ts';
import type { Noise } from '../core/noise.ts';
import type { Heap } from '../leak/service-heaps.ts';
import type { BackendMemory } from './backend-memory.ts';
import type { Operation } from './record-load.ts';

/** One operation under one load: by one tenant, and by all of them in random order. */
export interface Comparison {
  readonly operation: Operation;
  readonly concurrency: number;
  readonly one: Measured;
  readonly many: Measured;
}

export interface TenantsReport {
  readonly tenants: number;
  readonly comparisons: readonly Comparison[];
  readonly creationMs: { readonly p50: number; readonly p99: number };
  readonly addedColumnSeconds: number;
  /** The live bytes on the services' heaps after the same load, with one tenant and with all. */
  readonly heaps: { readonly one: readonly Heap[]; readonly many: readonly Heap[] };
  readonly backend: BackendMemory;
  readonly noise: Noise;
}
