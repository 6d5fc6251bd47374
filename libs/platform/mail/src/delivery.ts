/** The fate of a mail that was given to another system. */
export type Delivery =
  /** It is in the hands of the other system. */
  | { readonly outcome: 'taken' }
  /** It was not taken, and may be later. */
  | { readonly outcome: 'refusedForNow'; readonly by: 'server' | Refused; readonly problem: string }
  /** It will never be taken: the mailbox is not there, or this message is refused. */
  | { readonly outcome: 'refusedForGood'; readonly by: Refused; readonly problem: string }
  /** The other system cannot have it, because not all of it was written. */
  | { readonly outcome: 'notBegun'; readonly problem: string }
  /** All of it was written, and no answer came: the other system has it, or has it not. */
  | { readonly outcome: 'inDoubt'; readonly problem: string };

/** Whether the server took nothing, whatever the mail. */
export function isOfTheServer(delivery: Delivery): boolean {
  return delivery.outcome === 'notBegun' || ('by' in delivery && delivery.by === 'server');
}

/** The server refuses this recipient's address, or this message to any address. */
type Refused = 'recipient' | 'message';
