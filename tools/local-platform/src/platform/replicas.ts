import { WrongUse } from '@rapport/command-line';
import { ourParts } from './platform-options.ts';

/** `public-api=3,token-service=2`; the edge is one process, because it has the one base address. */
export function readReplicas(text: string | undefined): Record<string, number> {
  const names = ourParts.services.map(({ name }) => name);
  const entries = (text === undefined ? [] : text.split(',')).map((piece): [string, number] => {
    const [, name = '', count = ''] = /^([a-z-]+)=([1-9]\d?)$/.exec(piece.trim()) ?? [];
    if (!names.includes(name)) {
      throw new WrongUse(`--replicas is a list such as public-api=3,token-service=2 of ${names.join(', ')}.`);
    }
    return [name, Number(count)];
  });
  return Object.fromEntries(entries);
}
