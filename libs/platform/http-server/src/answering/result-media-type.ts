import { resultMediaTypes } from '@rapport/http-contract';

type ResultMediaType = (typeof resultMediaTypes)[number];

/** The content type of a wrapped answer. JSON is always UTF-8 and needs no charset. */
export function resultContentType(accept: string | undefined): string {
  const type = resultMediaType(accept);
  return type === 'application/json' ? type : `${type}; charset=utf-8`;
}

/** The media type of a wrapped answer: the one of ours that the caller prefers, or JSON where it names none. */
export function resultMediaType(accept: string | undefined): ResultMediaType {
  const [byDefault] = resultMediaTypes;
  if (accept === undefined) {
    return byDefault;
  }
  const ranges = accept.split(',').map(readRange);
  let best: { type: ResultMediaType; quality: number } = { type: byDefault, quality: 0 };
  for (const type of resultMediaTypes) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) {
      best = { type, quality };
    }
  }
  return best.type;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.map((parameter) => /^q\s*=\s*([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
  return { type, quality: quality === undefined ? 1 : Number(quality) };
}

/** The most exact fitting range decides (RFC 9110, 12.5.1). */
function qualityOf(type: ResultMediaType, ranges: readonly Range[]): number {
  const fitting = [type, `${type.split('/', 1)[0] ?? ''}/*`, '*/*'];
  const range = fitting.map((wanted) => ranges.find((given) => given.type === wanted)).find(Boolean);
  return range?.quality ?? 0;
}
