import { expect, test } from 'vitest';
import { isNewEnough } from './haproxy-program.ts';

test.each([
  ['HAProxy version 2.6.12-1+deb12u4 2026/10/17 - https://haproxy.org/', true],
  ['HAProxy version 3.0.2-1ubuntu1 2025/01/01', true],
  ['HA-Proxy version 2.0.33-0ubuntu0.1 2023/10/31', false],
  ['HAProxy version 2.5.14 2023/02/14', false],
  ['', false],
])('whether "%s" names an HAProxy that is new enough is %s', (output, expected) => {
  expect(isNewEnough(output)).toBe(expected);
});
