import { RequestSlots } from './request-slots.ts';
import { SharedMemory } from './shared-memory.ts';

/** All callers of a process share these. */
export class ProcessShares {
  readonly slots: RequestSlots;
  /** For bodies that are being received. */
  readonly bodies: SharedMemory;
  /** For answers that are not yet read. */
  readonly answers: SharedMemory;

  constructor(
    slots = new RequestSlots(),
    bodies = new SharedMemory(67_108_864),
    answers = new SharedMemory(134_217_728),
  ) {
    this.slots = slots;
    this.bodies = bodies;
    this.answers = answers;
  }
}
