import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Who got a mail: a recipient has a number within its mail, which is 0 in a mail of one test. */
export interface LinkedRecipient {
  readonly tenantNumber: number;
  readonly mailId: string;
  readonly number: number;
}

/** The links with which recipients take their address off. A link is good as long as its key is there. */
export class UnsubscribeLinks {
  readonly #base: string;
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #signingId: string;

  /** The first key signs, and every key is good. */
  constructor(baseUrl: string, keys: Readonly<Record<string, Buffer>>) {
    const [signingId] = Object.keys(keys);
    if (signingId === undefined) {
      throw new Error('There must be at least one key of unsubscribe links.');
    }
    this.#base = `${baseUrl}/api/v1/maktemail/unsubscribe/`;
    this.#keys = new Map(Object.entries(keys).map(([id, key]) => [id, createSecretKey(key)]));
    this.#signingId = signingId;
  }

  linkFor(recipient: LinkedRecipient): string {
    return `${this.#base}${this.#tokenOf(bytesOf(recipient), this.#signingId)}`;
  }

  /** The recipient of a link that this platform made; undefined for any other text. */
  read(token: string): LinkedRecipient | undefined {
    const said = Buffer.from(token.slice(0, signedLength), 'base64url').subarray(0, saidBytes);
    const keyId = token.slice(signedLength);
    if (said.length < saidBytes || !this.#keys.has(keyId)) {
      return undefined;
    }
    // The whole text is compared, so no second spelling of the same bytes is good.
    const [given, right] = [Buffer.from(token), Buffer.from(this.#tokenOf(said, keyId))];
    return given.length === right.length && timingSafeEqual(given, right) ? recipientOf(said) : undefined;
  }

  /** The id of the key comes last: it ends in a letter or digit, so programs that look for addresses in texts find all. */
  #tokenOf(said: Buffer, keyId: string): string {
    const key = this.#keys.get(keyId);
    if (!key) {
      throw new Error(`There is no key ${keyId} of unsubscribe links.`);
    }
    const mac = createHmac('sha256', key).update(said).digest().subarray(0, macBytes);
    return `${Buffer.concat([said, mac]).toString('base64url')}${keyId}`;
  }
}

/** The number of the tenant, the id of the mail, the number of the recipient. */
const saidBytes = 4 + 16 + 4;
/** 120 bits, with which the length is a multiple of three. */
const macBytes = 15;
const signedLength = ((saidBytes + macBytes) / 3) * 4;

function bytesOf({ tenantNumber, mailId, number }: LinkedRecipient): Buffer {
  const bytes = Buffer.alloc(saidBytes);
  bytes.writeUInt32BE(tenantNumber, 0);
  bytes.write(mailId.replaceAll('-', ''), 4, 'hex');
  bytes.writeUInt32BE(number, 20);
  return bytes;
}

function recipientOf(bytes: Buffer): LinkedRecipient {
  const hex = bytes.toString('hex', 4, 20);
  const mailId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { tenantNumber: bytes.readUInt32BE(0), mailId, number: bytes.readUInt32BE(20) };
}
