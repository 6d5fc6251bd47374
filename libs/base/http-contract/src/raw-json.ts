/** A body that already is JSON text, such as PostgreSQL renders it. It is sent as it stands. */
export class RawJson {
  readonly text: string;
  /** `latin1` where the text has one character for each byte, as raw rows have. Then the server encodes nothing. */
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
