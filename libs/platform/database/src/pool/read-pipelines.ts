import type { Call } from '../call.ts';
import { isLockTimeout, ReadRefused, unavailableReason } from '../failures.ts';
import type { RawRow } from '../sql.ts';
import type { ConnectionSource } from './connection-source.ts';

/** A read of one row that is found by its key. It is over so soon that its neighbours can wait for it. */
export type BriefRead = Pick<Call, 'sentText' | 'values'>;

interface Passenger extends BriefRead {
  readonly resolve: (rows: RawRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the brief reads that a tenant asks for in one round of the event loop to PostgreSQL in one round trip. Under
 * load, answers of Redis come several at a time, and waking a server process for each read costs both sides more than
 * the read. A read without neighbours goes at once, on its own.
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
      // Reads that this round of the event loop still asks for come first: a tick follows all promises settled by then.
      process.nextTick(() => this.#leave(tenant, begun));
    });
  }

  #leave(tenant: number, passengers: Passenger[]): void {
    if (this.#boarding.get(tenant) === passengers) {
      this.#boarding.delete(tenant);
    }
    const [only] = passengers;
    if (only && passengers.length === 1) {
      this.#alone(tenant, only);
    } else {
      void this.#together(tenant, passengers);
    }
  }

  #alone(tenant: number, { sentText, values, resolve, reject }: Passenger): void {
    this.#source
      .use(tenant, 'reading', (connection) =>
        connection.execute<RawRow>({ sentText, values, form: 'raw' }, this.#deadlineMs),
      )
      .then(resolve, reject);
  }

  /** A read that fails takes its neighbours along: then each is sent again, on its own. */
  async #together(tenant: number, passengers: readonly Passenger[]): Promise<void> {
    try {
      const answers = await this.#source.use(tenant, 'reading', (connection) =>
        connection.executeTogether(passengers, this.#deadlineMs),
      );
      passengers.forEach(({ resolve }, at) => resolve(answers[at] ?? []));
    } catch (error) {
      if (isOfOneRead(error)) {
        passengers.forEach((passenger) => this.#alone(tenant, passenger));
      } else {
        passengers.forEach(({ reject }) => reject(error));
      }
    }
  }
}

/** Whether one of the reads alone may have caused the failure. */
function isOfOneRead(error: unknown): boolean {
  return unavailableReason(error) === null && !isLockTimeout(error) && !(error instanceof ReadRefused);
}

const passengersMax = 16;
