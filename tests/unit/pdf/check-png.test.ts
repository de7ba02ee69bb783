import { zlibSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { checkPng, decodePng } from '#core/pdf/draw/decode-png.ts';

interface Picture {
  width: number;
  height: number;
  bits: number;
  kind: number;
  interlaced: number;
}

const number = (value: number): Bytes => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
/** The checksum of a chunk is read by nobody here. */
const chunk = (type: string, body: Uint8Array) =>
  concatBytes(number(body.length), utf8(type), body, new Uint8Array(4));

function png({ width, height, bits, kind, interlaced }: Picture, samples: Uint8Array): Bytes {
  const header = concatBytes(number(width), number(height), new Uint8Array([bits, kind, 0, 0, interlaced]));
  return concatBytes(
    new Uint8Array(8),
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(samples)),
    chunk('IEND', new Uint8Array(0)),
  );
}

const nameOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (isAppError(error)) return error.name;
    throw error;
  }
  return 'taken';
};
const plain = { width: 16, height: 16, bits: 8, kind: 6, interlaced: 0 };

it('a picture of each kind is taken or refused for the same reason as where it is decoded', async () => {
  let taken = 0;
  for (const kind of [0, 1, 2, 3, 4, 6])
    for (const bits of [1, 2, 3, 8, 16])
      for (const interlaced of [0, 1])
        for (const [width, height] of [
          [16, 16],
          [1, 5],
          [0, 16],
          [3_000, 3_000],
        ] as const)
          for (const size of [0, 1, 40, 16 * 65, 5_000]) {
            const data = png({ width, height, bits, kind, interlaced }, new Uint8Array(size));
            const checked = await nameOf(() => checkPng(data, async () => undefined));
            expect(checked).toBe(await nameOf(() => decodePng(data)));
            if (checked === 'taken') taken++;
          }
  expect(taken).toBeGreaterThan(50);
  const whole = png(plain, new Uint8Array(16 * 65));
  for (let length = 0; length < whole.length; length++) {
    const cut = whole.slice(0, length);
    expect(await nameOf(() => checkPng(cut, async () => undefined))).toBe(await nameOf(() => decodePng(cut)));
  }
});

it('the largest picture lets others work often; one that unpacks to too much is refused soon', async () => {
  let pauses = 0;
  const pause = async () => void pauses++;
  const large = { ...plain, width: 2_400, height: 2_500 };
  await checkPng(png(large, new Uint8Array(2_500 * 9_601)), pause);
  expect(pauses).toBeGreaterThan(5);
  pauses = 0;
  const bomb = png(plain, new Uint8Array(40_000_000));
  expect(await nameOf(() => checkPng(bomb, pause))).toBe('DOCUMENT_TOO_COMPLEX');
  expect(pauses).toBeLessThan(3);
});
