import { expect, test } from 'vitest';
import { zipOf } from '../testing/zip-of.ts';
import { requireMailContent, type MailFile } from './mail-file.ts';

const largest = Buffer.alloc(1_048_576, '{{firstName}}'.repeat(1_000).padEnd(1_048_576, '-'));
const tooLong = Buffer.concat([largest, Buffer.from('-')]);
const tooManySlots = Buffer.from('{{companyName}}'.repeat(1_001));

test.each<[string, MailFile]>([
  ['a page of a megabyte with a thousand placeholders', { name: 'a.html', content: largest }],
  ['such a page in a zip', { name: 'a.zip', content: zipOf([{ name: 'index.html', content: largest }]) }],
  ['a longer pdf', { name: 'a.PDF', content: tooLong }],
])('%s is taken', async (_, file) => {
  await expect(requireMailContent({ subject: null, file })).resolves.toBeUndefined();
});

test.each<[string, MailFile, RegExp]>([
  ['a longer page', { name: 'a.HTM', content: tooLong }, /more than 1048576 bytes/],
  ['a page with more placeholders', { name: 'a.html', content: tooManySlots }, /more than 1000 placeholders/],
  [
    'a longer page in a zip',
    { name: 'a.zip', content: zipOf([{ name: 'index.html', content: tooLong }]) },
    /^index\.html of the zip has more than 1048576 bytes/,
  ],
])('%s is refused at the file', async (_, file, sentence) => {
  await expect(requireMailContent({ subject: null, file })).rejects.toMatchObject({
    errors: { file: [expect.stringMatching(sentence)] },
  });
});
