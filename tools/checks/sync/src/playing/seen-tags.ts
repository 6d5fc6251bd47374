import type { Members } from '@rapport/testbed/model';
import type { Answer } from '../actors/ask.ts';
import type { Party } from '../actors/world.ts';
import { expectSame } from './compare.ts';

/** The ETags that clients were given: one stands for one answer and no other. */
export class SeenTags {
  readonly #bodies = new Map<string, Members>();
  readonly #last = new Map<string, string>();

  /** Judges an answer that shows one record. The one of an earlier request is not what the client saw last. */
  note({ name }: Party, { body, etag, isReplay }: Answer): void {
    const place = `${name} ${String(body['id'])}`;
    const known = this.#bodies.get(`${place} ${etag}`);
    expectSame(`the answer with the ETag ${etag}`, body, known ?? body);
    this.#bodies.set(`${place} ${etag}`, body);
    if (!isReplay && etag !== null) {
      this.#last.set(place, etag);
    }
  }

  last({ name }: Party, id: string | undefined): string | undefined {
    return this.#last.get(`${name} ${id}`);
  }
}
