import { describe, expect, it } from 'vitest';
import { readPathData } from '#core/ofd/render/path-data.ts';

describe('AbbreviatedData', () => {
  it('turns every operator into SVG: S and M move, L line, Q and B curves, A arc, C close', () => {
    const cases: [string, string][] = [
      ['S 1 2 L 3 4', 'M1 2L3 4'],
      ['M 1 2 L 3 4', 'M1 2L3 4'],
      ['M 0 0 Q 1 2 3 4', 'M0 0Q1 2 3 4'],
      ['M 0 0 B 1 2 3 4 5 6', 'M0 0C1 2 3 4 5 6'],
      ['M 0 0 A 5 3 30 1 0 10 0', 'M0 0A5 3 30 1 0 10 0'],
      ['M 0 0 L 1 0 L 1 1 C', 'M0 0L1 0L1 1Z'],
    ];
    for (const [ofd, svg] of cases) expect(readPathData(ofd).d, ofd).toBe(svg);
  });

  it('is read without white space, with commas, exponents, signs and lower-case operators', () => {
    expect(readPathData('M0,0L1.50-2l+3 .5e1c').d).toBe('M0 0L1.5 -2L3 5Z');
    expect(readPathData('m1e1 2l3 4').d).toBe('M10 2L3 4');
    expect(readPathData('M 1.23456789 -0.00001').d).toBe('M1.2346 0');
  });

  it('ends where it is invalid: missing operands, unknown operators, embedded text and markup', () => {
    expect(readPathData('M 0 0 L 1').d).toBe('M0 0');
    expect(readPathData('M 0 0 X 1 1 L 2 2').d).toBe('M0 0');
    expect(readPathData('M 0 0 L 1 1 "/><script>alert(1)</script>').d).toBe('M0 0L1 1');
    // numbers that are too many are passed over
    expect(readPathData('M 0 0 7 L 1 1 8 9 C').d).toBe('M0 0L1 1Z');
    expect(readPathData('').d).toBe('');
    expect(readPathData('NaN Infinity').d).toBe('');
  });

  it('starts at 0 0 if it starts with a line, and knows its bounding box', () => {
    expect(readPathData('L 2 3').d).toBe('M0 0L2 3');
    expect(readPathData('M 1 2 L 5 9 B 0 0 3 3 4 4').box).toEqual({ x: 0, y: 0, width: 5, height: 9 });
    const arc = readPathData('M 10 10 A 5 5 0 0 1 20 10').box;
    expect(arc.x).toBeLessThanOrEqual(10);
    expect(arc.y).toBeLessThanOrEqual(5);
    expect(arc.x + arc.width).toBeGreaterThanOrEqual(20);
  });
});
