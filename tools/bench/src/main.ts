import { parseArgs } from 'node:util';
import { benchFeed } from './feed.ts';

const { values } = parseArgs({
  options: {
    'changes-per-second': { type: 'string', default: '500' },
    tenants: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});

try {
  const { document, text } = await benchFeed({
    changesPerSecond: Number(values['changes-per-second']),
    tenants: Number(values.tenants),
    seconds: Number(values.seconds),
    say: (line) => console.error(line),
  });
  console.log(values.json ? JSON.stringify(document) : text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
