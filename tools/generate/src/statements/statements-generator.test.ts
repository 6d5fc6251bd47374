import { expect, test } from 'vitest';
import { projectRoot } from '@rapport/local-platform';
import { staleFiles } from '../generate-files.ts';
import { formattedSql } from './formatted-sql.ts';
import { catalogue } from './catalogue.ts';
import { statementsGenerator } from './statements-generator.ts';

test('the committed statements are what the templates make', async () => {
  expect(await staleFiles([statementsGenerator], projectRoot)).toEqual([]);
});

test('a rendered statement has every character of the sent one but for spaces', () => {
  const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');
  for (const statement of catalogue().flatMap(({ statements }) => statements)) {
    expect(withoutSpaces(formattedSql(statement.text))).toBe(withoutSpaces(statement.text));
  }
});

test('a short statement stays on a line, and in a long one each clause has a line', () => {
  expect(formattedSql('select id\nfrom tenant.customer where id = $1')).toBe(
    'select id from tenant.customer where id = $1',
  );
  const columns = Array.from({ length: 12 }, (_, n) => `customer_column_${n}`);
  expect(formattedSql(`select ${columns.join(', ')} from tenant.customer where a is distinct from b`)).toBe(
    `select ${columns.join(',\n  ')}\nfrom tenant.customer\nwhere a is distinct from b`,
  );
});
