import type { DescribedTopic } from '../brokers/kafka-client.ts';

/** The address of a broker. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

export interface LocatedTopic extends DescribedTopic {
  /** From the number of each broker to its address. */
  readonly addresses: ReadonlyMap<number, BrokerAddress>;
}

/** A request as kafkajs sends it over its connections. */
export interface WireRequest<T> {
  readonly request: {
    readonly apiKey: number;
    readonly apiVersion: number;
    readonly apiName: string;
    encode(): Promise<{ readonly buf: Buffer; readonly buffer: Buffer }>;
  };
  readonly response: {
    decode(body: Buffer): Promise<Decoded>;
    parse(decoded: Decoded): Promise<T>;
  };
}

interface Decoded {
  readonly clientSideThrottleTime: number;
  readonly code: number;
  readonly topic: LocatedTopic;
}

/** The brokers' failure code where they know no topic of that name, or will know it in a moment. */
const unknownTopic = 3;
/** The login may not see the topic, which the making of it says by a name. */
const hiddenTopic = 29;
export const metadataKey = 3;
export const metadataVersion = 12;

/**
 * Asks a broker for one topic. kafkajs has this request up to version 6, and the topic's id is in it from version 10 on.
 * Undefined where there is no topic of that name.
 */
export function metadataRequest(topic: string): WireRequest<LocatedTopic | undefined> {
  return {
    request: {
      apiKey: metadataKey,
      apiVersion: metadataVersion,
      apiName: 'Metadata',
      encode: async () => {
        const buffer = encoded(topic);
        return { buf: buffer, buffer };
      },
    },
    response: {
      decode: async (body) => decoded(body),
      parse: async ({ code, topic: found }) => {
        if (![0, unknownTopic, hiddenTopic].includes(code)) {
          throw new Error(`A broker described no topic; the code of its failure is ${code}.`);
        }
        return code === 0 ? found : undefined;
      },
    },
  };
}

/** The end of the header, the one topic by its name, no making of topics, and no allowed operations. */
function encoded(topic: string): Buffer {
  const name = Buffer.from(topic);
  const noTags = Buffer.alloc(1);
  const noId = Buffer.alloc(16);
  const oneTopic = Buffer.of(2);
  return Buffer.concat([noTags, oneTopic, noId, unsigned(name.length + 1), name, noTags, Buffer.alloc(2), noTags]);
}

function unsigned(value: number): Buffer {
  return value < 0x80 ? Buffer.of(value) : Buffer.of((value & 0x7f) | 0x80, value >>> 7);
}

function decoded(body: Buffer): Decoded {
  const answer = new Answer(body);
  answer.skipTags();
  const clientSideThrottleTime = answer.int32();
  const addresses = new Map(
    answer.list(() => {
      const node = answer.int32();
      const address = { host: answer.text(), port: answer.int32() };
      answer.text();
      return [node, address] as const;
    }),
  );
  answer.text();
  answer.int32();
  const [found] = answer.list(() => describedBy(answer));
  const { code = unknownTopic, id = '', leaders = [] } = found ?? {};
  return { clientSideThrottleTime, code, topic: { id, leaders, addresses } };
}

function describedBy(answer: Answer): DescribedTopic & { readonly code: number } {
  const code = answer.int16();
  answer.text();
  const id = answer.uuid();
  answer.skip(1);
  const leaders: number[] = [];
  answer.list(() => {
    answer.skip(2);
    const partition = answer.int32();
    leaders[partition] = answer.int32();
    answer.skip(4);
    // Its replicas, those in sync and those that are away.
    answer.skip(4 * answer.count());
    answer.skip(4 * answer.count());
    answer.skip(4 * answer.count());
  });
  answer.skip(4);
  return { code, id, leaders };
}

/** Reads an answer of a flexible version from its first byte on. */
class Answer {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  int16(): number {
    this.#at += 2;
    return this.#body.readInt16BE(this.#at - 2);
  }

  int32(): number {
    this.#at += 4;
    return this.#body.readInt32BE(this.#at - 4);
  }

  /** Empty where it is null. */
  text(): string {
    const length = this.count();
    this.#at += length;
    return this.#body.toString('utf8', this.#at - length, this.#at);
  }

  uuid(): string {
    const hex = this.#body.toString('hex', this.#at, this.#at + 16);
    this.#at += 16;
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  /** The number of members of a list, or of bytes of a text. None where it is null. */
  count(): number {
    return Math.max(this.#unsigned() - 1, 0);
  }

  /** Each member of the list has tags at its end. */
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.count() }, () => {
      const member = read();
      this.skipTags();
      return member;
    });
  }

  skipTags(): void {
    for (let left = this.#unsigned(); left > 0; left -= 1) {
      this.#unsigned();
      this.skip(this.#unsigned());
    }
  }
  #unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#body.readUInt8(this.#at);
      this.#at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value;
      }
    }
  }
}
