import { describe, expect, it } from 'vitest';
import { plainSubject } from '#edge/payment/plain-subject.ts';
import { rawMembers } from '#edge/payment/raw-members.ts';

describe('members of an answer', () => {
  it('are kept byte for byte', () => {
    const raw = '{ "a":1 ,"b\\/c" : "x\\"}],{[" , "deep":[{"sign":"no"},"}"]}';
    const text = `\n{"r": ${raw} , "sign" :"A+/=" , "n":-1.50e3,"t":true, "\\u0073": "\\u4e2d" ,"e":{}, "l":[ ]}\n`;
    expect([...rawMembers(text)]).toEqual([
      ['r', raw],
      ['sign', '"A+/="'],
      ['n', '-1.50e3'],
      ['t', 'true'],
      ['s', '"\\u4e2d"'],
      ['e', '{}'],
      ['l', '[ ]'],
    ]);
    expect(rawMembers('{}').size).toBe(0);
  });

  it('agree with the parsed JSON, for any content', () => {
    let seed = 20_261_123;
    const random = (below: number) => {
      seed = (seed * 1_103_515 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const value = (depth: number): unknown => {
      const kind = random(depth > 3 ? 4 : 6);
      if (kind === 0) return random(1e9) / 100;
      if (kind === 1) return '{}[]",:\\ \n中'.repeat(random(3)).slice(random(5));
      if (kind === 2) return [true, false, null][random(3)];
      if (kind === 3) return '';
      if (kind === 4) return Array.from({ length: random(4) }, () => value(depth + 1));
      return Object.fromEntries(Array.from({ length: random(4) }, (_, i) => [`k"${i}}`, value(depth + 1)]));
    };
    for (let i = 0; i < 2_000; i++) {
      const object = { first: value(0), 'se"cond': value(0), '': value(0) };
      const members = rawMembers(JSON.stringify(object, null, random(3)));
      const again = Object.fromEntries([...members].map(([name, raw]) => [name, JSON.parse(raw)]));
      expect(again).toEqual(object);
    }
  });

  it.each(['', '[]', '1', 'null', '{"a":1', '{"a":1}}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}'])(
    'are refused: %s',
    (text) => expect(() => rawMembers(text)).toThrow(),
  );
});

describe('what a trade is about', () => {
  it('fits into the bytes that there are, without half a character', () => {
    expect(plainSubject('合同份数', 11)).toBe('合同份');
    expect(plainSubject('𠮷𠮷', 7)).toBe('𠮷');
    expect(plainSubject('100 copies', 127)).toBe('100 copies');
  });

  it('holds nothing that would part a line of a bill', () => {
    expect(plainSubject(' a,b`c"d\r\ne\tf#g\\h\'i ', 127)).toBe('a b c d e f g h i');
  });
});
