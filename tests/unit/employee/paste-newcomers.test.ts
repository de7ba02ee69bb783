import { describe, expect, it } from 'vitest';
import { readPastedNewcomers } from '#core/employee/paste-newcomers.ts';
import { readPasted } from '#core/sheet/read-pasted.ts';

const DEPARTMENTS = [
  { id: 'd1', parentId: '', name: '销售部', position: 1 },
  { id: 'd2', parentId: 'd1', name: '华东组', position: 1 },
];
const read = (text: string) =>
  readPastedNewcomers(readPasted(text, { rows: 20, columns: 6 }), DEPARTMENTS, 'zh-CN');
const one = { realName: '阿依古丽', mobile: '13800000001', idNumber: '110101199003071233' };

describe('newcomers from pasted cells', () => {
  it('go by their order without a head; department and type may be missing', () => {
    expect(
      read(
        '阿依古丽\t13800000001\t110101199003071233\n库尔班\t13800000002\tE12345678\t销售部/华东组\t护照\n',
      ),
    ).toEqual({
      people: [
        { ...one, departmentId: '', idType: 'RESIDENT_ID' },
        {
          realName: '库尔班',
          mobile: '13800000002',
          idNumber: 'E12345678',
          departmentId: 'd2',
          idType: 'PASSPORT',
        },
      ],
      unknown: [],
    });
  });

  it('go by their titles in any order and language', () => {
    expect(read('Mobile number\tName\tID number\n13800000001\t阿依古丽\t110101199003071233').people).toEqual([
      { ...one, departmentId: '', idType: 'RESIDENT_ID' },
    ]);
  });

  it('name an unknown department and lose nothing else; an unknown type is left to be chosen', () => {
    expect(read('阿依古丽\t13800000001\t110101199003071233\t火星部\t船员证')).toEqual({
      people: [{ ...one, departmentId: '', idType: '' }],
      unknown: ['火星部'],
    });
  });

  it('are refused as another sheet where a wanted title is missing, or one is unknown', () => {
    expect(() => read('姓名\t手机号码\n阿依古丽\t13800000001')).toThrow(/SHEET_OTHER_COLUMNS/);
    expect(() => read('姓名\t手机号码\t证件号码\t年龄\n阿依古丽\t13800000001\t1\t30')).toThrow(
      /SHEET_UNKNOWN_COLUMN/,
    );
  });
});
