import { expect, it } from 'vitest';
import type { DrawingItem } from '#core/drawing.ts';
import { seeThrough } from '#core/ofd/sign/drawing-objects.ts';

const path = [['M', 0, 0], ['L', 9, 0], ['L', 9, 9], ['Z']] as const;
const through = (...items: Omit<DrawingItem, 'path'>[]) =>
  seeThrough({ widthMm: 9, heightMm: 9, items: items.map((item) => ({ path, ...item })) }).items.map(
    ({ path: _, ...item }) => item,
  );

/** A channel painted over another. */
const over = (colour: number, opacity: number, below: number) => colour * opacity + below * (1 - opacity);
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

it('a seal in OFD has no background: white is omitted, red and black stay', () => {
  expect(
    through({ fill: '#ffffff' }, { stroke: '#ffffff' }, { fill: '#e60012' }, { fill: '#000000' }),
  ).toEqual([{ fill: '#e60012' }, { fill: '#000000' }]);
});

it('each colour looks the same on paper; over text only its hue remains, not its lightness', () => {
  for (const hex of ['#fefefe', '#ffff99', '#cccccc', '#1a1a1a', '#e60012', '#8899aa', '#f0e0d0']) {
    const [item] = through({ fill: hex });
    const opacity = item?.opacity ?? 1;
    channels(item!.fill!).forEach((v, i) => {
      expect(Math.abs(over(v, opacity, 255) - channels(hex)[i]!), hex).toBeLessThan(2);
      // Over black: what is left is how far the colour is from grey, never its paleness.
      const saturation = channels(hex)[i]! - Math.min(...channels(hex));
      expect(over(v, opacity, 0), hex).toBeLessThanOrEqual(saturation + 1);
    });
  }
});

it('area and line of one item are thinned each by its own', () => {
  expect(through({ fill: '#cccccc', stroke: '#000000', strokeWidthMm: 1, opacity: 0.5 })).toEqual([
    { fill: '#000000', opacity: expect.closeTo(0.1, 5), strokeWidthMm: 1 },
    { stroke: '#000000', strokeWidthMm: 1, opacity: 0.5 },
  ]);
});
