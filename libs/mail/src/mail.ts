/** A mail to one person, as plain text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail on its way. Its id is in its Message-ID, by which a mailbox knows a mail that comes twice. */
export interface OutgoingMail extends Mail {
  readonly id: string;
}
