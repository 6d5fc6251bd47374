import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { SignInKeys } from '../sign-in-keys.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const tokens = new RefreshTokens(new SignInKeys(Buffer.alloc(32, 1)));

test('a token is read as the one that was made, no two are alike, and its text shows no parts', () => {
  const sessionId = newId();
  const [one, other] = [tokens.create(sessionId), tokens.create(sessionId)];
  expect(tokens.read(one.text)).toEqual(one);
  expect(one.digest).not.toEqual(other.digest);
  expect(one.text).toMatch(/^[\w-]{108}$/);
});

test('a text is no token where its session, its secret or its mark is another one, or where it is longer', () => {
  const sessionId = newId();
  const [{ text }, { text: same }, { text: ofAnother }] = [
    tokens.create(sessionId),
    tokens.create(sessionId),
    tokens.create(newId()),
  ];
  const foreign = new RefreshTokens(new SignInKeys(Buffer.alloc(32, 2))).create(sessionId).text;
  const wrong = [
    ofAnother.slice(0, 22) + text.slice(22),
    text.slice(0, 22) + same.slice(22, 65) + text.slice(65),
    text.slice(0, 65) + same.slice(65),
    text.slice(0, 65),
    `${text}A`,
    '',
    foreign,
  ];
  expect(wrong.filter((each) => tokens.read(each) !== undefined)).toEqual([]);
});
