import { describe, expect, it } from 'vitest';
import { type KnownFact, proposeValues, sidesOf } from '#core/template/fill/fill-from.ts';
import { chip, key, line, makeContent, makeField, makeValues } from './contents.ts';

const FACTS: KnownFact[] = [
  { fact: 'ENTERPRISE_NAME', value: '某某科技有限公司' },
  { fact: 'CREDIT_CODE', value: '91310000MA1FL0000X' },
  { fact: 'LEGAL_REPRESENTATIVE', value: '测*', isMasked: true },
  { fact: 'PERSON_NAME', value: '测怀瑾' },
  { fact: 'MOBILE', value: '13800000000' },
  { fact: 'ADDRESS', value: '' },
];

const contentOf = (fields: [string, string, object?][]) =>
  makeContent([line(...fields.map(([id]) => chip(id)))], {
    fields: fields.map(([id, name, more]) => makeField(id, { name, ...more })),
    signers: [{ key: key('signer'), name: '乙方', type: 'PERSON', position: 1 }],
  });
const proposed = (
  content: ReturnType<typeof contentOf>,
  side: string,
  fields: Record<string, string> = {},
  facts = FACTS,
) => proposeValues(content, makeValues({ fields }), facts, side).map(({ name, value }) => [name, value]);

describe('values from what is known', () => {
  it('go by the name of the field into the fields of one side, and of none', () => {
    const content = contentOf([
      ['a', '甲方'],
      ['b', '乙方名称'],
      ['c', '甲方统一社会信用代码'],
      ['d', '甲方法定代表人'],
      ['e', '联系人'],
      ['f', '联系电话', { types: ['PHONE'] }],
      ['g', '甲方地址'],
      ['h', '备注'],
    ]);
    expect(sidesOf(content)).toEqual(['甲方', '乙方']);
    expect(proposed(content, '甲方')).toEqual([
      ['甲方', '某某科技有限公司'],
      ['甲方统一社会信用代码', '91310000MA1FL0000X'],
      ['甲方法定代表人', '测*'],
      ['联系人', '测怀瑾'],
      ['联系电话', '13800000000'],
    ]);
    expect(proposed(content, '乙方').map(([name]) => name)).toEqual(['乙方名称', '联系人', '联系电话']);
  });

  it('never go into what a signer fills in, nor where the same stands, and say what does not fit', () => {
    const content = contentOf([
      ['a', '甲方名称', { length: 4 }],
      ['b', '甲方电话', { filledBy: key('signer') }],
      ['c', '联系人'],
    ]);
    const [one, ...rest] = proposeValues(
      content,
      makeValues({ fields: { [key('c')]: '测怀瑾' } }),
      FACTS,
      '甲方',
    );
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      name: '甲方名称',
      before: '',
      problem: { problem: 'tooLong', params: { max: 4 } },
    });
  });

  it('of a person name the side where no enterprise is known', () => {
    const person = FACTS.filter(({ fact }) => fact === 'PERSON_NAME');
    expect(
      proposed(
        contentOf([
          ['a', '乙方'],
          ['b', '乙方名称'],
        ]),
        '乙方',
        {},
        person,
      ),
    ).toEqual([
      ['乙方', '测怀瑾'],
      ['乙方名称', '测怀瑾'],
    ]);
  });
});
