import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPng } from '#core/sealart/read-png.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/photos/${name}`, import.meta.url)));
const seal = readPng(fixture('seal.png'));
const light = (at: number) =>
  0.299 * seal.pixels[at]! + 0.587 * seal.pixels[at + 1]! + 0.114 * seal.pixels[at + 2]!;

it.each(['interlaced.png', 'deep.png'])('[5.6a] reads %s as the picture that it was made from', (name) => {
  const { width, height, pixels } = readPng(fixture(name));
  expect([width, height]).toEqual([77, 69]);
  expect(Buffer.compare(Buffer.from(pixels), Buffer.from(seal.pixels))).toBe(0);
});

it.each([
  ['palette.png', 2],
  ['grey-alpha.png', 6],
  ['bilevel.png', 60],
])('[5.6a] reads %s about as light as the picture that it was made from', (name, most) => {
  const { width, height, pixels } = readPng(fixture(name));
  expect([width, height]).toEqual([77, 69]);
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    sum += Math.abs(0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]! - light(at));
    if (pixels[at + 3] !== 255) sum = Number.POSITIVE_INFINITY;
  }
  expect(sum / (width * height)).toBeLessThan(most);
});

it('rejects other files, damaged ones, and pictures above the limit', () => {
  const png = fixture('palette.png');
  expect(() => readPng(png, 5_000)).toThrow('PICTURE_TOO_LARGE');
  for (const bytes of [fixture('baseline.jpg'), png.subarray(0, 60), new Uint8Array(9)])
    expect(() => readPng(bytes)).toThrow('PICTURE_TYPE_WRONG');
  for (let at = 16; at < 29; at++) {
    const spoilt = png.slice();
    spoilt[at]! ^= 0x3f;
    expect(() => readPng(spoilt)).toThrow(/PICTURE_/);
  }
});
