import { describe, expect, it } from 'vitest';
import { chinaDay, chinaDayBounds, chinaInstant, chinaTime, readChinaTime } from '#core/china-time.ts';
import { fenOf, yuanOf } from '#core/payment/yuan.ts';

describe('amounts', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [29, '0.29'],
    [100, '1.00'],
    [1_990, '19.90'],
    // No float holds these.
    [30, '0.30'],
    [9_007_199_254_740_991, '90071992547409.91'],
  ])('%d fen are %s yuan', (fen, yuan) => {
    expect(yuanOf(fen)).toBe(yuan);
    if (fen < 100_000_000_000_000) expect(fenOf(yuan)).toBe(fen);
  });

  it('are read with fewer decimals, with zeros behind, and with a minus', () => {
    expect(['7', '7.5', '7.50', '7.5000', '-7.05', '-0.00', '0.07'].map(fenOf)).toEqual([
      700, 750, 750, 750, -705, 0, 7,
    ]);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1.005',
    '1,000.00',
    '1e3',
    '.5',
    '5.',
    '+5',
    '--5',
    '0x10',
    'NaN',
    '１',
    '1'.repeat(13),
  ])('are not guessed: %j', (text) => expect(() => fenOf(text)).toThrow('INPUT_INVALID'));

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'must be non-negative integers: %d',
    (fen) => expect(() => yuanOf(fen)).toThrow('INPUT_INVALID'),
  );
});

describe('times in China', () => {
  const at = Date.parse('2026-11-22T16:00:09.500Z');

  it('are eight hours ahead, all year', () => {
    expect(chinaTime(at)).toBe('2026-11-23 00:00:09');
    expect(chinaInstant(at)).toBe('2026-11-23T00:00:09+08:00');
    expect(chinaDay(at)).toBe('2026-11-23');
    expect(chinaDay(at - 10_000)).toBe('2026-11-22');
    expect(readChinaTime('2026-07-01 08:00:00')).toBe(Date.parse('2026-07-01T00:00:00Z'));
  });

  it('part the days at midnight there', () => {
    const bounds = chinaDayBounds('2026-11-23').map((time) => new Date(time).toISOString());
    expect(bounds).toEqual(['2026-11-22T16:00:00.000Z', '2026-11-23T16:00:00.000Z']);
  });

  it.each(['', '2026-11-23', '2026-11-23T00:00:00', '2026-13-01 00:00:00', '23.11.2026 00:00:00', 'now'])(
    'are not guessed: %j',
    (text) => expect(readChinaTime(text)).toBeNaN(),
  );
});
