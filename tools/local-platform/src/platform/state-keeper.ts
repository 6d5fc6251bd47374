import { writeState, type StateFile } from '../state-file.ts';

/** Keeps `state.json` true: writes it at each change, one write after the other. */
export class StateKeeper {
  readonly #folder: string;
  readonly #describe: () => StateFile;
  #written = '';
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(folder: string, describe: () => StateFile) {
    this.#folder = folder;
    this.#describe = describe;
  }

  changed(): void {
    this.#writing = this.#writing.then(() => (this.#isClosed ? undefined : this.#write(this.#describe())));
  }

  /** Resolves when every change so far is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async close(last: StateFile): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#write(last);
  }

  /** A full disk must not end the platform; the next change tries again. */
  async #write(state: StateFile): Promise<void> {
    const text = JSON.stringify(state);
    if (text === this.#written) {
      return;
    }
    try {
      await writeState(state, this.#folder);
      this.#written = text;
    } catch (error) {
      console.error('The state could not be written.', error);
    }
  }
}
