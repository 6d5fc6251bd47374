import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Judge } from './finding.ts';

interface LetIn {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Of the requests that were sent and answered within any minute at most so many were let in. */
export function noMinuteAbove(limit: number): Judge {
  return async ({ folder }) => {
    const most = mostWithin(await readLetIn(join(folder, 'points.json')), minuteMs);
    return [
      {
        promised: `at most ${limit} requests are let in of those that were sent and answered within any 60 s`,
        came: `${most} in the fullest minute`,
        holds: most > 0 && most <= limit,
      },
    ];
  };
}

/** Each minute that matters begins with a request: any other one holds no more. */
export function mostWithin(requests: readonly LetIn[], windowMs: number): number {
  const answers = requests.toSorted((one, other) => one.answeredAt - other.answeredAt);
  return answers.reduce((most, { sentAt: from }) => {
    const within = answers.filter(({ sentAt, answeredAt }) => sentAt >= from && answeredAt <= from + windowMs);
    return Math.max(most, within.length);
  }, 0);
}

async function readLetIn(file: string): Promise<LetIn[]> {
  const requests: LetIn[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.includes('"let_in_answered"')) {
      const { type, data } = JSON.parse(line) as Point;
      if (type === 'Point') {
        requests.push({ sentAt: Number(data.tags.sent), answeredAt: data.value });
      }
    }
  }
  return requests;
}

interface Point {
  readonly type: string;
  readonly data: { readonly value: number; readonly tags: { readonly sent: string } };
}

const minuteMs = 60_000;
