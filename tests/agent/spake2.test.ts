import { expect, it } from 'vitest';
import { beginSpake2, bytesToScalar, finishSpake2, numberOfCode } from '#core/agent/spake2.ts';
import { type Bytes, concatBytes, fromHex, toHex } from '#core/bytes.ts';

const random = () => crypto.getRandomValues(new Uint8Array(48));
const names: [string, string] = ['https://a', 'agent'];

it('agrees on the values of RFC 9382, appendix B', () => {
  const w = bytesToScalar(fromHex('2ee57912099d31560b3a44b1184b9b4866e904c49d12ac5042c97dca461b1a5f'));
  // The scalar of a run is one more than the number given, so that it is never 0.
  const lessOne = (hex: string): Bytes => {
    const n = (BigInt(`0x${hex}`) - 1n).toString(16).padStart(64, '0');
    return concatBytes(new Uint8Array(16), fromHex(n));
  };
  const a = beginSpake2('A', w, lessOne('43dd0fd7215bdcb482879fca3220c6a968e66d70b1356cac18bb26c84a78d729'));
  const b = beginSpake2('B', w, lessOne('dcb60106f276b02606d8ef0a328c02e4b629f84f89786af5befb0bc75b6e66be'));
  expect(toHex(a.share)).toBe(
    '04a56fa807caaa53a4d28dbb9853b9815c61a411118a6fe516a8798434751470f9010153ac33d0d5f2047ffdb1a3e42c9b4e6be662766e1eeb4116988ede5f912c',
  );
  expect(toHex(b.share)).toBe(
    '0406557e482bd03097ad0cbaa5df82115460d951e3451962f1eaf4367a420676d09857ccbc522686c83d1852abfa8ed6e4a1155cf8f1543ceca528afb591a1e0b7',
  );
  const [atA, atB] = [
    finishSpake2(a, b.share, ['server', 'client']),
    finishSpake2(b, a.share, ['server', 'client']),
  ];
  expect(toHex(atA.secret)).toBe('0e0672dc86f8e45565d338b0540abe69');
  expect(toHex(atA.confirmation)).toBe('58ad4aa88e0b60d5061eb6b5dd93e80d9c4f00d127c65b3b35b1b5281fee38f0');
  expect(toHex(atB.confirmation)).toBe('d3e2e547f1ae04f2dbdbf0fc4b79f8ecff2dff314b5d32fe9fcef2fb26dc459b');
  expect(atB.secret).toEqual(atA.secret);
});

it('gives other secrets for another code, another site and a share that is no point', () => {
  const salt = random();
  const run = (codeA: string, codeB: string, siteB = names[0]) => {
    const a = beginSpake2('A', numberOfCode(codeA, salt), random());
    const b = beginSpake2('B', numberOfCode(codeB, salt), random());
    return [finishSpake2(a, b.share, names), finishSpake2(b, a.share, [siteB, names[1]])] as const;
  };
  const [same, sameToo] = run('123456', '123456');
  expect(sameToo.expected).toEqual(same.confirmation);
  const [wrong, right] = run('123456', '123457');
  expect(right.expected).not.toEqual(wrong.confirmation);
  expect(right.secret).not.toEqual(wrong.secret);
  const [here, there] = run('123456', '123456', 'https://b');
  expect(there.expected).not.toEqual(here.confirmation);
  const start = beginSpake2('A', 5n, random());
  const broken = start.share.slice();
  broken[40]! ^= 1;
  for (const share of [broken, new Uint8Array(65), new Uint8Array(1), new Uint8Array(0)])
    expect(() => finishSpake2(start, share, names)).toThrow('INPUT_INVALID');
});
