import { describe, expect, it } from 'vitest';
import { type Contact, EMPTY_CONTACT } from '#core/contact/contact.ts';
import type { SheetCell } from '#core/sheet/cells.ts';
import {
  columnsByName,
  factsOfContact,
  fieldsToFill,
  type KnownFact,
  proposeRow,
  proposeValues,
  sidesOf,
} from '#core/template/fill/fill-from.ts';
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

  it('are never proposed for signers’ fields or for equal values, and report what does not fit', () => {
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

  it('of a person name the side if no enterprise is known', () => {
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

  it('of a contact are its name and acting person; a department acts for its enterprise', () => {
    const contact = (change: Partial<Contact>): Contact => ({
      ...EMPTY_CONTACT,
      contactId: 'c1',
      groups: [],
      ...change,
    });
    const content = contentOf([
      ['a', '乙方'],
      ['b', '乙方联系人'],
      ['c', '乙方电话'],
      ['d', '乙方身份证号码', { types: ['ID_NUMBER'] }],
    ]);
    const of = (change: Partial<Contact>) =>
      proposed(content, '乙方', {}, factsOfContact(contact(change))).map(([, value]) => value);
    expect(
      of({ type: 'ENTERPRISE', name: '示例商贸有限公司', person: '测怀瑾', phone: '13800000000' }),
    ).toEqual(['示例商贸有限公司', '测怀瑾', '13800000000']);
    expect(of({ type: 'DEPARTMENT', name: '采购部', entName: '示例商贸有限公司' })).toEqual([
      '示例商贸有限公司',
    ]);
    expect(
      of({ type: 'PERSON', name: '测怀瑾', entName: '示例商贸有限公司', idNumber: 'E12345678' }),
    ).toEqual(['测怀瑾', '测怀瑾', 'E12345678']);
  });

  it('of a sheet’s row go by column titles, read as typed, and say what makes a cell unfit', () => {
    const content = contentOf([
      ['a', '乙方名称'],
      ['b', '金额', { types: ['AMOUNT'] }],
      ['c', '签订日期', { types: ['DATE'] }],
      ['d', '身份证号码', { types: ['ID_NUMBER'] }],
      ['e', '备注'],
      ['f', '联系人', { filledBy: key('signer') }],
    ]);
    const values = makeValues({ fields: { [key('e')]: '原备注' } });
    const fields = fieldsToFill(content, values);
    const columns = columnsByName(fields, [
      '序号',
      '乙方 名称*',
      '金额',
      '签订日期',
      '身份证号码',
      '联系人',
      '金额',
    ]);
    expect(columns).toEqual({
      [key('a')]: 1,
      [key('b')]: 2,
      [key('c')]: 3,
      [key('d')]: 4,
      [key('e')]: undefined,
    });
    const cell = (text: string, kind: SheetCell['kind'] = 'TEXT'): SheetCell => ({ text, kind });
    const row = (...cells: SheetCell[]) => ({ number: 2, cells: [cell('1'), ...cells] });
    const fill = (...cells: SheetCell[]) =>
      proposeRow(fields, values, row(...cells), columns).map((one) => [
        one.name,
        one.value,
        one.cell ?? one.problem?.problem,
      ]);
    expect(
      fill(
        cell('示例商贸有限公司'),
        cell('12,000.5 元'),
        cell('2026-11-23', 'DATE'),
        cell('1.10101E+17', 'NUMBER'),
      ),
    ).toEqual([
      ['乙方名称', '示例商贸有限公司', undefined],
      ['金额', '12000.5', undefined],
      ['签订日期', '2026-11-23', undefined],
      ['身份证号码', '1.10101E+17', 'numberNotExact'],
    ]);
    // an empty cell and one that the row is too short for leave the field as it is
    expect(fill(cell(''), cell('', 'FORMULA'), cell('明天'))).toEqual([
      ['金额', '', 'formula'],
      ['签订日期', '明天', 'type'],
    ]);
  });
});
