import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { SignInKeys } from '../sign-in-keys.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const tokens = new RefreshTokens(new SignInKeys(Buffer.alloc(32, 1)));

test('a token is read as the one that was made, and no two are alike', () => {
  const sessionId = newId();
  const [one, other] = [tokens.create(sessionId), tokens.create(sessionId)];
  expect(tokens.read(one.text)).toEqual(one);
  expect(one.digest).not.toEqual(other.digest);
});

test('a text is no token where its session, its secret or its mark is another one, or where it has more parts', () => {
  const { text } = tokens.create(newId());
  const [sessionId = '', secret = '', mark = ''] = text.split('.');
  const [, otherSecret = '', otherMark = ''] = tokens.create(sessionId).text.split('.');
  const foreign = new RefreshTokens(new SignInKeys(Buffer.alloc(32, 2))).create(sessionId).text;
  const wrong = [
    [newId(), secret, mark],
    [sessionId, otherSecret, mark],
    [sessionId, secret, otherMark],
    [sessionId, secret],
    [sessionId, secret, mark, ''],
    ['no session', secret, mark],
    [''],
  ].map((parts) => parts.join('.'));
  expect([...wrong, foreign].filter((each) => tokens.read(each) !== undefined)).toEqual([]);
});
