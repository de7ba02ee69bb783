import { describe, expect, it } from 'vitest';
import { amountInWords } from '#core/amount-in-words.ts';
import { readAmount } from '#core/approval/amount.ts';

describe('an amount is read from the text of a contract', () => {
  it.each([
    ['1200000', 120_000_000],
    ['1,200,000.00', 120_000_000],
    ['１，２００，０００．５', 120_000_050],
    ['¥ 1 200.05', 120_005],
    ['￥120万元', 120_000_000],
    ['1.5亿元', 15_000_000_000],
    ['12.3400', 1_234],
    ['人民币壹佰贰拾万元整', 120_000_000],
    ['壹佰贰拾萬圓整', 120_000_000],
    ['一百二十万元', 120_000_000],
    ['拾万元正', 10_000_000],
    ['壹拾万零伍佰元', 10_050_000],
    ['十万五千元', 10_500_000],
    ['十万零五千元', 10_500_000],
    ['壹佰零伍元零叁分', 10_503],
    ['贰仟元伍角', 200_050],
    ['伍角', 50],
    ['零元整', 0],
    ['壹佰贰拾万元整（¥1,200,000.00）', 120_000_000],
    ['人民币（大写）：壹佰贰拾万元整 （小写）：1,200,000元', 120_000_000],
  ])('%s', (text, fen) => {
    expect(readAmount(text)).toBe(fen);
  });

  it.each([
    '',
    '面议',
    '-100',
    '1,20,000',
    '12.345',
    '$1,000',
    '1000美元',
    'USD 1000',
    '三万五',
    '壹佰伍元',
    '伍佰贰',
    '一二三',
    '壹佰万元整（¥10,000.00）',
    '1000 2000',
    '1000 200',
    '100元/月',
    '约100万元',
    '100万元以内',
    '99999999999999999999',
    '（）',
  ])('%s is not one', (text) => {
    expect(readAmount(text)).toBeNull();
  });

  it('amounts in words are parsed back to the same value', () => {
    let state = 20_261_123;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state / 0x7fffffff;
    };
    for (let i = 0; i < 20_000; i++) {
      const zeros = 10 ** Math.floor(random() * 8);
      const fen = Math.floor(random() * 10 ** Math.floor(1 + random() * 14)) * (random() < 0.5 ? zeros : 1);
      if (!Number.isSafeInteger(fen)) continue;
      expect([fen, readAmount(amountInWords(fen))]).toEqual([fen, fen]);
      expect([fen, readAmount(amountInWords(fen, { traditional: true }))]).toEqual([fen, fen]);
    }
  });
});
