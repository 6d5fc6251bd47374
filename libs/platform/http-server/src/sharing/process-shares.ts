import { Seats } from './seats.ts';
import { SharedMemory } from './shared-memory.ts';

/** All callers of a process share these. */
export class ProcessShares {
  readonly seats: Seats;
  /** For bodies that are being received. */
  readonly bodies: SharedMemory;
  /** For answers that are not yet read. */
  readonly answers: SharedMemory;

  constructor(seats = new Seats(), bodies = new SharedMemory(67_108_864), answers = new SharedMemory(134_217_728)) {
    this.seats = seats;
    this.bodies = bodies;
    this.answers = answers;
  }
}
