import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { addressKey, isEmailOfPerson, mailedAddress, shownAddress } from './address-key.ts';

/** Every code point but the halves of pairs, which no text may have. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('of all characters those make one local part that expressions without case take for each other behind NFC', () => {
  const ofCharacter = new Map(characters.map((character) => [character, addressKey(`${character}@x.test`)]));
  const keyOf = (character: string) => ofCharacter.get(character) ?? '';
  const isNormal = (character: string) => character.normalize() === character;
  const normal = characters.filter(isNormal);
  // A character that NFC takes apart or puts in another's place is as what stands there.
  const replaced = characters.filter((character) => !isNormal(character));
  expect(replaced.length).toBeGreaterThan(1_000);
  expect(replaced.filter((one) => keyOf(one) !== addressKey(`${one.normalize()}@x.test`))).toEqual([]);
  const cased = normal.filter((character) => /[\p{CWCF}\p{CWCM}]/u.test(character));
  const others = normal.filter((character) => !/[\p{CWCF}\p{CWCM}]/u.test(character));
  // The flags i and u fold as statuses C and S of CaseFolding.txt.
  expect(others.filter((other) => /[\p{CWCF}\p{CWCM}]/iu.test(other))).toEqual([]);
  expect(others.filter((other) => keyOf(other) !== `${other}@x.test`)).toEqual([]);
  const twins = Map.groupBy(cased, keyOf);
  const all = cased.join('');
  for (const one of cased) {
    const alike = all.match(new RegExp(`\\u{${one.codePointAt(0)?.toString(16)}}`, 'giu'));
    expect(alike, one).toEqual(twins.get(keyOf(one)));
  }
}, 60_000);

test('of all characters those make one domain that are one when IDNA has mapped them', () => {
  // The mapping goes by this: a compatible form without case, where the full stop of ideographs is one too.
  const compatible = (text: string) => text.normalize('NFKC').replaceAll('。', '.');
  const capital = (text: string) => compatible(compatible(text).toUpperCase()).replace('ẞ', 'SS');
  const ignored = /[\p{Default_Ignorable_Code_Point}]/gu;
  const wrong = [];
  let taken = 0;
  for (const character of characters) {
    const given = `a${character}b.test`;
    const domain = addressKey(`@${given}`).slice(1);
    if (/^[a-z0-9.-]+$/.test(domain)) {
      taken += 1;
      const [decoded, wanted] = [domainToUnicode(domain), given.replaceAll(ignored, '')];
      if (capital(decoded) !== capital(wanted)) {
        wrong.push([character, decoded]);
      }
    } else if (domain !== given) {
      wrong.push([character, domain]);
    }
  }
  expect(wrong).toEqual([]);
  expect(taken).toBeGreaterThan(100_000);
}, 60_000);

test.each([
  ['José@Example.TEST', 'jose\u0301@example.test', true],
  ['a@STRASSE.test', 'a@strasse.test', true],
  ['a@straße.test', 'a@xn--strae-oqa.test', true],
  ['a@ｅxample.test', 'a@example.test', true],
  ['a@e\u212aample.test', 'a@ekample.test', true],
  ['\u212a@x.test', 'k@x.test', true],
  ['ſ@x.test', 's@x.test', true],
  ['ẞ@x.test', 'ß@x.test', true],
  ['ς@x.test', 'Σ@x.test', true],
  ['Ꭰ@x.test', 'ꭰ@x.test', true],
  ['ﬅ@x.test', 'ﬆ@x.test', true],
  ['boss@bİgcorp.test', 'boss@bigcorp.test', false],
  ['boss@bIgcorp.test', 'boss@bigcorp.test', true],
  ['boss@bıgcorp.test', 'boss@bigcorp.test', false],
  ['İ@x.test', 'i@x.test', false],
  ['İ@x.test', 'i\u0307@x.test', false],
  ['ı@x.test', 'i@x.test', false],
  ['ß@x.test', 'ss@x.test', false],
  ['a@straße.test', 'a@strasse.test', false],
  ['ﬁ@x.test', 'fi@x.test', false],
  ['a@ex%61mple.test', 'a@example.test', false],
  ['a@example.test/x', 'a@example.test', false],
  ['a@example.test.', 'a@example.test', false],
  ['a@127.1', 'a@127.0.0.1', false],
  ['a@[127.0.0.1]', 'a@127.0.0.1', false],
  ['x@a@example.test', 'a@example.test', false],
])('whether %s and %s are one address is %s', (one, other, isOne) => {
  expect(addressKey(one) === addressKey(other)).toBe(isOne);
});

test.each([
  ['boss@bİgcorp.test', true],
  ['a@例え.テスト', true],
  ['a@127.0.0.10', false],
  ['a@0x7f.10', false],
  ['a@example.١٢', false],
  ['a@\u0378x.test', false],
  [`a@${'ß'.repeat(60)}.test`, false],
  ['not an address', false],
])('whether a person can have the address %s is %s', (address, isGood) => {
  expect(isEmailOfPerson(address) === undefined).toBe(isGood);
});

test('a mail goes to the domain of the key, and the part before it stands as it is', () => {
  expect(mailedAddress('Boss@BİGcorp.TEST')).toBe('Boss@xn--bigcorp-7he.test');
  expect(addressKey('Boss@BİGcorp.TEST')).toBe('boss@xn--bigcorp-7he.test');
});

test('a person is shown what IDNA makes of a domain beside the address', () => {
  expect(shownAddress('boss@bİgcorp.test')).toBe('boss@bİgcorp.test (xn--bigcorp-7he.test)');
  for (const address of ['Boss@BIGcorp.test', 'a@X_Y.test', 'a@\u0378.test', 'Olivia']) {
    expect(shownAddress(address)).toBe(address);
  }
  expect(shownAddress('boss@ｂigcorp.test')).toBe('boss@ｂigcorp.test (bigcorp.test)');
});
