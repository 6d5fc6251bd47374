import { Places } from './places.ts';
import { SharedMemory } from './shared-memory.ts';

/** All callers of a process share these. */
export class ProcessShares {
  readonly places: Places;
  /** For bodies that are being received. */
  readonly bodies: SharedMemory;
  /** For answers that are not yet read. */
  readonly answers: SharedMemory;

  constructor(places = new Places(), bodies = new SharedMemory(67_108_864), answers = new SharedMemory(134_217_728)) {
    this.places = places;
    this.bodies = bodies;
    this.answers = answers;
  }
}
