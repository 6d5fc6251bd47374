/** One record as the caller is shown it: JSON text, with the validator of exactly this text's content. */
export interface RecordAnswer {
  readonly body: string;
  /** `latin1` where the text has a character for each byte, as every read record has. */
  readonly encoding: 'utf8' | 'latin1';
  readonly etag: string;
}
