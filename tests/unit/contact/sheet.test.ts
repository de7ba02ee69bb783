import { describe, expect, it } from 'vitest';
import { type Contact, EMPTY_CONTACT } from '#core/contact/contact.ts';
import {
  contactSheet,
  readContactSheet,
  refusedSheet,
  SHEET_FIELDS,
  SHEET_LIMITS,
} from '#core/contact/sheet.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import type { Sheet } from '#core/sheet/cells.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { manyContacts } from '#tests/fixtures/contacts.ts';

const GROUPS = ['供应商', '客户', '律所', '政府', '其他'].map((name, i) => ({
  groupId: `group${i}`,
  name,
  position: i,
}));
const ONE: Contact = {
  ...EMPTY_CONTACT,
  contactId: 'c',
  groups: ['group0', 'group1'],
  type: 'PERSON',
  name: '=SUM(A1)王芳',
  phone: '13800000001',
  idType: 'RESIDENT_ID',
  idNumber: '11010519491231002X',
};
/** A sheet of texts. */
const sheetOf = (head: string[], ...rows: string[][]): Sheet => ({
  name: 's',
  head,
  rows: rows.map((cells, i) => ({
    number: i + 2,
    cells: cells.map((text) => ({ text, kind: 'TEXT' as const })),
  })),
});
const HEAD = [
  '类型',
  '名称',
  '所属企业',
  '联系人姓名',
  '电话',
  '邮箱',
  '证件类型',
  '证件号码',
  '分组',
  '备注',
];

describe('an address book as a sheet', () => {
  it.each(LANGUAGES)('is read as it was written, in %s', async (language) => {
    const contacts = [ONE, ...manyContacts(30)];
    const sheet = await readSheet(await writeSheet(contactSheet(language, contacts, GROUPS)), SHEET_LIMITS);
    const rows = readContactSheet(sheet)!;
    expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
    expect(rows.map(({ facts }) => facts)).toEqual(
      contacts.map(({ contactId: _, groups: __, ...facts }) => facts),
    );
    expect(rows[0]?.groups).toEqual(['供应商', '客户']);
  });

  it('to be filled in brings an example that is not read', async () => {
    for (const language of LANGUAGES) {
      const sheet = await readSheet(await writeSheet(contactSheet(language, [], [])), SHEET_LIMITS);
      expect(sheet.rows).toHaveLength(1);
      expect(readContactSheet(sheet)).toEqual([]);
    }
  });

  it('says of each row what is wrong with it, and takes none of such a row', () => {
    const rows = readContactSheet(
      sheetOf(
        HEAD,
        ['公司', '甲公司'],
        ['个人', '', '', '', '123'],
        ['个人', '王芳', '', '', '', '', '身份证明', '1'],
        ['部门', '采购部'],
        ['企业', '甲公司', '', '', '', '', '', '', '一个特别特别长的分组名称超过了二十个字的限制'],
      ),
    )!;
    expect(rows.map(({ facts }) => facts)).toEqual([null, null, null, null, null]);
    expect(rows.map(({ problems }) => problems.map(({ field, problem }) => `${field} ${problem}`))).toEqual([
      ['type typeUnknown'],
      ['name contact:rule.nameRequired', 'phone rule:phone'],
      ['idType idTypeUnknown'],
      ['entName contact:rule.entNameRequired'],
      ['groups groupTooLong'],
    ]);
    const [mended] = readContactSheet({ ...sheetOf(HEAD), rows: [] })!;
    expect(mended).toBeUndefined();
    const written = refusedSheet('zh-CN', rows, { title: '原因', of: () => '见说明' });
    expect(written.columns).toHaveLength(SHEET_FIELDS.length + 1);
    expect(written.rows[1]).toEqual(['个人', '', '', '', '123', '', '', '', '', '', '见说明']);
  });

  it('rejects formulas and numbers that lost digits, and different sheets as a whole', () => {
    const sheet = sheetOf(
      HEAD,
      ['个人', '王芳', '', '', '', '', '居民身份证', '110105194912310000'],
      ['个人', ''],
    );
    sheet.rows[0]!.cells[7]!.kind = 'NUMBER';
    sheet.rows[1]!.cells[1]!.kind = 'FORMULA';
    const rows = readContactSheet(sheet)!;
    expect(rows[0]?.problems).toContainEqual({ field: 'idNumber', problem: 'numberNotExact' });
    expect(rows[1]?.problems).toContainEqual({ field: 'name', problem: 'formula' });
    expect(readContactSheet(sheetOf(['姓名', '手机号'], ['王芳', '13800000001']))).toBeNull();
  });

  it('takes columns in any order and another language, and skips those that it does not know', () => {
    const [row] = readContactSheet(
      sheetOf(['原因', 'E-mail', 'Name', '類型'], ['旧', 'a@example.cn', 'Acme Ltd', '企業']),
    )!;
    expect(row?.facts).toEqual({ ...EMPTY_CONTACT, name: 'Acme Ltd', email: 'a@example.cn' });
  });
});
