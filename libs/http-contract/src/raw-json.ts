/** A body that already is JSON text, such as PostgreSQL renders it: it is sent as it stands. */
export class RawJson {
  readonly text: string;
  /** `latin1` where the text has a character for each byte of it, as raw rows have: then nothing has to be encoded. */
  readonly encoding: 'utf8' | 'latin1';
  readonly #isRaw = true;

  constructor(text: string, encoding: 'utf8' | 'latin1' = 'utf8') {
    this.text = text;
    this.encoding = encoding;
  }

  get value(): unknown {
    return JSON.parse(Buffer.from(this.text, this.encoding).toString()) as unknown;
  }

  static is(body: unknown): body is RawJson {
    return typeof body === 'object' && body !== null && #isRaw in body;
  }
}
