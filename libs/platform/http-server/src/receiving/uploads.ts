import { serviceUnavailable } from '@rapport/kernel';

/**
 * The files that a process works at. Each lies in memory as a whole, so their number is what bounds the memory; what has come of
 * the others is bounded as the memory of bodies.
 */
export class Uploads<Context> {
  readonly #uploaderOf: (context: Context) => string;
  readonly #byUploader = new Map<string, number>();
  #count = 0;

  constructor(uploaderOf: (context: Context) => string = () => '') {
    this.#uploaderOf = uploaderOf;
  }

  async during<T>(context: Context, work: () => Promise<T>): Promise<T> {
    const uploader = this.#uploaderOf(context);
    const own = this.#byUploader.get(uploader) ?? 0;
    if (this.#count >= countMax || own >= countOfUploaderMax) {
      throw serviceUnavailable('Too many files are under work here at the moment; nothing was done. Try again.');
    }
    this.#take(uploader, 1);
    try {
      return await work();
    } finally {
      this.#take(uploader, -1);
    }
  }

  #take(uploader: string, difference: 1 | -1): void {
    const own = (this.#byUploader.get(uploader) ?? 0) + difference;
    this.#count += difference;
    if (own > 0) {
      this.#byUploader.set(uploader, own);
    } else {
      this.#byUploader.delete(uploader);
    }
  }
}

const countMax = 8;
const countOfUploaderMax = 2;
