import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { jsonBody } from './json-body.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

function refusalOf(text: string): string {
  try {
    jsonBody(bytes(text));
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed_json') {
      return error.message;
    }
    throw error;
  }
  return 'accepted';
}

test.each([
  ['{"a":1,"a":2}', 'A member is in the body twice; send each once.'],
  ['[{"a":{"b":1,"c":2,"b":1}}]', 'A member is in the body twice; send each once.'],
  ['{"a":1,"\\u0061":2}', 'A member is in the body twice; send each once.'],
  ['{"__proto__":1,"__proto__":2}', 'A member is in the body twice; send each once.'],
  ['', 'The body is empty; send a JSON object.'],
  [' \n', 'The body is empty; send a JSON object.'],
  ['{"a":', 'The body is not valid JSON: it ends in the middle.'],
  ['{"a":1,\n"b":2,}', 'The body is not valid JSON: look at line 2, column 7.'],
  ['{"a"', 'The body is not valid JSON: look at line 1, column 5.'],
  ['{"a":"\\', 'The body is not valid JSON: it ends in the middle.'],
  ['{"a":"', 'The body is not valid JSON: look at line 1, column 7.'],
  [':::', 'The body is not valid JSON: look at line 1, column 1.'],
  ['[1,]', 'The body is not valid JSON: look at line 1, column 4.'],
  ['True', 'The body is not valid JSON: look at line 1, column 1.'],
  ['{"a":",[",\r\n "b": [{}, [ ], tRue]}', 'The body is not valid JSON: look at line 2, column 18.'],
  ['{"a":1,\n\n"b":NaN}', 'The body is not valid JSON: look at line 3, column 5.'],
  ['{"a":}', 'The body is not valid JSON: look at line 1, column 6.'],
  ['[null,,1]', 'The body is not valid JSON: look at line 1, column 7.'],
  ["[-1.5e3, 'a']", 'The body is not valid JSON: look at line 1, column 10.'],
  [`${'['.repeat(21)}${']'.repeat(21)}`, 'The body is nested deeper than 20 levels.'],
  ['['.repeat(1_000_000), 'The body is nested deeper than 20 levels.'],
])('the JSON body %.40s is refused', (text, detail) => {
  expect(refusalOf(text)).toBe(detail);
});

test.each([
  '{"a":":","b":"\\":"}',
  '{":":{":":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":1}}',
  '{"a":"\\\\","b":":"}',
  '"x"',
  'null',
  '{"__proto__":1}',
])('the JSON body %s is accepted', (text) => {
  expect(refusalOf(text)).toBe('accepted');
});

test.each([
  ['{"a":1,"b":[true,null],"c":{"d":"e"}}', 6],
  ['{"a":[],"b":{ },"c":[\n]}', 3],
  ['[[],[[]],{}]', 4],
  ['{"a":"[1,2,3],{\\"","b":","}', 2],
  ['[0]', 1],
  ['{}', 0],
])(
  '%s is read where so many members and elements are allowed, which are %d, and not where one less is',
  (text, count) => {
    expect(jsonBody(bytes(text), count).value).toEqual(JSON.parse(text));
    if (count > 0) {
      expect(() => jsonBody(bytes(text), count - 1)).toThrow(
        expect.objectContaining({
          code: 'payload_too_large',
          message: `The body has more than ${count - 1} members and elements; send fewer.`,
        }),
      );
    }
  },
);

test('members and elements are counted before a body is parsed', () => {
  expect(() => jsonBody(bytes(`[${'1,'.repeat(5_001)}`))).toThrow('more than 5000 members and elements');
});

test('of many texts that nothing can keep so many are reported that the answer can say there are more', () => {
  const { errors } = jsonBody(bytes(`[${Array<string>(4_000).fill('{"\\u0000":"\\u0000"}').join(',')}]`), 8_000);
  expect(Object.keys(errors ?? {})).toHaveLength(21);
});

test('texts that nothing can keep are reported by their paths, in member names too', () => {
  const { errors } = jsonBody(bytes('{"a":"x\\u0000","b":[1,{"c":"\\ud800"}],"d\\udfff":1,"e":"\\ud83d\\ude00"}'));
  expect(Object.keys(errors ?? {})).toEqual(['a', 'b[1].c', '["d�"]']);
  expect(jsonBody(bytes('{"e":"\\ud83d\\ude00"}')).errors).toBeUndefined();
});

test.each([
  ['{"b":1,"a":[1.0,1e2,-0]}', '{"a":[1,100,0],"b":1}'],
  [
    '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  ['[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]', '[333333333.3333333,1e+30,4.5,0.002,1e-27]'],
  ['{"a":null}', '{"a":null}'],
  ['{"a":"\\u000f\\n\\u0041\\/"}', '{"a":"\\u000f\\nA/"}'],
])('%s has its canonical form by RFC 8785', (text, canonical) => {
  expect(canonicalJson(JSON.parse(text))).toBe(canonical);
});

test('the canonical form of a null member differs from that of a missing member', () => {
  expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
});
