/** A body that already is JSON text, such as PostgreSQL renders it: it is sent as it stands. */
export class RawJson {
  readonly text: string;
  readonly #isRaw = true;

  constructor(text: string) {
    this.text = text;
  }

  static is(body: unknown): body is RawJson {
    return typeof body === 'object' && body !== null && #isRaw in body;
  }
}
