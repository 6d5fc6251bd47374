import { invalidOption } from '../rapport-error.ts';

/** Some of the items, as one request takes them. */
export interface BatchPart {
  /** The place of its first item among all. */
  readonly from: number;
  readonly body: string;
}

/** Cuts items into as few requests as the platform takes them in. */
export function batchParts(items: readonly unknown[]): BatchPart[] {
  const texts = items.map((item, at) => textOf(item, at));
  const parts: BatchPart[] = [];
  for (let from = 0; from < texts.length;) {
    let to = from;
    for (let bytes = frameBytes; to < texts.length && to - from < itemsMax; to += 1) {
      bytes += byteLength(texts[to] as string) + 1;
      if (bytes > bytesMax) {
        break;
      }
    }
    parts.push({ from, body: `{"items":[${texts.slice(from, to).join(',')}]}` });
    from = to;
  }
  return parts;
}

function textOf(item: unknown, at: number): string {
  const text = JSON.stringify(item) as string | undefined;
  if (text === undefined || byteLength(text) + frameBytes + 1 > bytesMax) {
    throw invalidOption(`items[${at}]`, text === undefined ? 'is no record.' : 'has more than 5 MB.');
  }
  return text;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

const itemsMax = 200;
const bytesMax = 5_000_000;
const frameBytes = '{"items":[]}'.length;
