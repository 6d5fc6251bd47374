import { isLockTimeout, ReadRefused, unavailableReason } from '../failures.ts';
import type { ConnectionSource } from '../database-sender.ts';
import type { RawRow } from '../sql.ts';
import type { Prepared } from '../tenant/sent-text.ts';

/** A read of one row that is found by its key: over so soon that nobody minds to be answered after it. */
export interface BriefRead {
  readonly prepared: Prepared;
  readonly values: readonly unknown[];
}

interface Passenger extends BriefRead {
  readonly resolve: (rows: RawRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Brief reads of one tenant that are asked for in the same turn of the event loop go to PostgreSQL in one round trip. Under
 * load, answers of Redis come several at a time, and waking a session for each read costs both sides more than the read.
 * A read that nobody shares goes at once, on its own.
 */
export class SharedTrips {
  readonly #source: ConnectionSource;
  readonly #deadlineMs: number;
  readonly #boarding = new Map<number, Passenger[]>();

  constructor(source: ConnectionSource, deadlineMs: number) {
    this.#source = source;
    this.#deadlineMs = deadlineMs;
  }

  take(tenant: number, read: BriefRead): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      const passenger = { ...read, resolve, reject };
      const trip = this.#boarding.get(tenant);
      if (trip && trip.length < passengersMax) {
        trip.push(passenger);
        return;
      }
      const begun = [passenger];
      this.#boarding.set(tenant, begun);
      // What else this turn of the loop has to say is said before: ticks come after all promises that are settled by now.
      process.nextTick(() => this.#leave(tenant, begun));
    });
  }

  #leave(tenant: number, passengers: Passenger[]): void {
    if (this.#boarding.get(tenant) === passengers) {
      this.#boarding.delete(tenant);
    }
    const [only] = passengers;
    if (only && passengers.length === 1) {
      void this.#alone(tenant, only);
    } else {
      void this.#together(tenant, passengers);
    }
  }

  async #alone(tenant: number, { prepared, values, resolve, reject }: Passenger): Promise<void> {
    try {
      const connection = await this.#source.acquire(tenant, 'reading');
      try {
        resolve(await connection.execute<RawRow>(prepared, values, 'raw', this.#deadlineMs));
      } finally {
        this.#source.release(connection);
      }
    } catch (error) {
      reject(error);
    }
  }

  /** A read that is refused takes all who came with it along: then each goes again, on its own. */
  async #together(tenant: number, passengers: readonly Passenger[]): Promise<void> {
    try {
      const connection = await this.#source.acquire(tenant, 'reading');
      try {
        const answers = await connection.executeTogether(passengers, this.#deadlineMs);
        passengers.forEach(({ resolve }, at) => resolve(answers[at] ?? []));
      } finally {
        this.#source.release(connection);
      }
    } catch (error) {
      if (isOfOneRead(error)) {
        await Promise.all(passengers.map((passenger) => this.#alone(tenant, passenger)));
      } else {
        passengers.forEach(({ reject }) => reject(error));
      }
    }
  }
}

/** Whether it may have failed by one of the reads alone. */
function isOfOneRead(error: unknown): boolean {
  return unavailableReason(error) === null && !isLockTimeout(error) && !(error instanceof ReadRefused);
}

const passengersMax = 16;
