import { expect, it } from 'vitest';
import { isSameName, NAME_FOLDS, nameKey } from '#core/identity/compare-names.ts';

it('takes every spelling of one enterprise as one name: brackets, width, spaces, case', () => {
  const spellings = [
    '上海Acme（中国）有限公司',
    '上海Acme(中国)有限公司',
    '上海ＡＣＭＥ（中国)有限公司',
    ' 上海 acme 〔中国〕 有限公司　',
    '上海Acme\u200b【中国】有限公司',
    '上海Acme［中国］有限公司',
  ];
  expect(new Set(spellings.map(nameKey))).toEqual(new Set(['上海acme(中国)有限公司']));
});

it('takes every spelling of one person as one name: middle dots, spaces', () => {
  for (const other of [
    '阿卜杜拉•买买提',
    '阿卜杜拉・买买提',
    '阿卜杜拉．买买提',
    '阿卜杜拉 · 买买提',
    '阿卜杜拉.买买提',
  ])
    expect(isSameName('阿卜杜拉·买买提', other), other).toBe(true);
  expect(isSameName('张 三', '张三')).toBe(true);
  expect(isSameName('Mary  O’Neill', "mary o'neill")).toBe(true);
});

it('takes as one name what no register tells apart: brackets, dots, zeros, accents', () => {
  const key = nameKey('上海甲乙（中国）有限公司');
  for (const brackets of ['⦅⦆', '❨❩', '⁽⁾', '︵︶', '⟮⟯', '〈〉', '《》', '「」', '﹝﹞', '｟｠'])
    expect(nameKey(`上海甲乙${brackets[0]}中国${brackets[1]}有限公司`), brackets).toBe(key);
  expect(nameKey('Acme ⦅China⦆ Co., Ltd.')).toBe(nameKey('ACME (China) Co., Ltd.'));
  for (const dot of '﹒․●˙⸱᛫ꞏ\u0387⦁◦▪')
    expect(nameKey(`阿卜杜拉${dot}买买提`), dot).toBe(nameKey('阿卜杜拉·买买提'));
  for (const zero of '○◯⭘⚪') expect(nameKey(`王${zero}`), zero).toBe(nameKey('王〇'));
  expect(nameKey('Café Élan'.normalize('NFD'))).toBe(nameKey('CAFÉ ÉLAN'));
  expect(nameKey('ИВАН Σ')).toBe(nameKey('иван σ'));
  expect(nameKey('John OʼNeil')).toBe(nameKey("John O'Neil"));
  expect(nameKey('葛\ufe00城')).toBe(nameKey('葛城'));
});

it('keeps different names apart', () => {
  for (const other of ['上海中国有限公司', '上海(中国有限公司', '上海（中囯）有限公司', ''])
    expect(isSameName('上海（中国）有限公司', other), other).toBe(false);
});

it('is its own form, and folds nothing twice', () => {
  for (const [from] of NAME_FOLDS) expect(nameKey(nameKey(from))).toBe(nameKey(from));
  expect(new Set(NAME_FOLDS.map(([from]) => from)).size).toBe(NAME_FOLDS.length);
});
