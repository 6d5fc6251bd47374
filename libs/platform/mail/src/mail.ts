/** A mail to one person, as plain text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail on its way. */
export interface OutgoingMail extends Mail {
  /** It is in the Message-ID, by which a mailbox knows a mail that comes twice, and is the name of a file. */
  readonly id: string;
  /** Its address is the sender of the envelope too, unless bounces go elsewhere. */
  readonly from: MailAddress;
  readonly bounceAddress?: string;
  /** More headers, each of one line in ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly images?: readonly InlineImage[];
  readonly attachment?: Attachment;
}

export interface MailAddress {
  /** The name that a reader sees in place of the address; empty where there is none. */
  readonly name: string;
  readonly address: string;
}

/** An image that the html shows by `cid:` and its id. */
export interface InlineImage {
  readonly id: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}
