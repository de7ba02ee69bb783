import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  type BatchSetup,
  batchColumns,
  cellText,
  checkRows,
  plainCell,
  planOfRow,
} from '#core/batch/batch.ts';
import {
  addDraftParties,
  addDraftRows,
  checkBatch,
  isInRows,
  putCell,
  readDraftRows,
  setupOfDraft,
} from '#core/batch/draft-batch.ts';
import { readPastedRows, readRows, type TitledColumn } from '#core/batch/read-rows.ts';
import type { SheetRow } from '#core/sheet/cells.ts';
import { type Draft, putRow, readDraft, setTask } from '#core/task/draft.ts';
import type { Plan } from '#core/task/plan.ts';
import { aField } from '#tests/fixtures/template-content.ts';

const OWN = 'signerown0';
const OTHER = 'signeroth0';
const DOC = 'document00';
const FIELD = 'fieldname0';

const plan: Plan = {
  draftId: 'draft00000',
  taskName: '劳动合同',
  businessType: 'PURCHASE',
  businessTypeName: '',
  scenario: 'ENT',
  signFlow: 'SPECIFIED',
  attachments: [],
  taskFileType: 'PDF',
  orderState: 'ORDER',
  codeStatus: 'DISABLE',
  watermarkState: 'DISABLE',
  documents: [
    {
      documentId: DOC,
      fileName: 'a.pdf',
      fileKey: 'a'.repeat(64),
      template: {
        versionId: 'version000',
        title: 'a',
        language: 'zh-CN',
        madeAt: 0,
        values: { fields: {}, rows: {}, options: {} },
      },
    },
  ],
  signers: [
    {
      signerId: OWN,
      type: 'ENTERPRISE',
      entId: 'ent1',
      entName: '甲',
      userName: '李',
      mobile: '13800000001',
      signOrder: 1,
    },
    { signerId: OTHER, type: 'PERSON', userName: '', mobile: '', signOrder: 2 },
  ],
  copies: [],
  placements: [],
};
const setup: BatchSetup = { plan, varying: [OTHER], casts: {}, registeredOnly: false };
const content = {
  kind: 'WORD' as const,
  docx: 'a'.repeat(64),
  rowFields: {},
  rows: [],
  options: [],
  signers: [],
  anchors: [],
  fields: [
    aField('工资', { key: FIELD, types: ['AMOUNT'], length: 10 }),
    aField('备注', { key: 'fieldnote0', required: false }),
  ],
};
const columns = batchColumns(setup, new Map([[DOC, content]]));
const titled: TitledColumn[] = columns.map((column) => ({
  ...column,
  titles: [column.key, `${column.key} en`],
}));
const NAME = `p.${OTHER}.userName`;
const MOBILE = `p.${OTHER}.mobile`;
const PAY = `f.${DOC}.${FIELD}`;
const good = { [NAME]: '王小明', [MOBILE]: '13800000002', [PAY]: '12000' };
const problems = (...rows: Record<string, string>[]) =>
  checkRows(
    setup,
    columns,
    rows.map((cells) => ({ cells })),
  ).map((some) => some.map((p) => `${p.column} ${p.problem}`));
const sheetRow = (number: number, ...texts: string[]): SheetRow => ({
  number,
  cells: texts.map((text) => ({ text, kind: 'TEXT' })),
});

describe('the rows of a batch', () => {
  it('have a column for the name, for each part of who varies, and for each field that is empty', () => {
    expect(columns.map(({ key }) => key)).toEqual([
      'name',
      NAME,
      `p.${OTHER}.idType`,
      `p.${OTHER}.idNumber`,
      MOBILE,
      `p.${OTHER}.email`,
      `p.${OTHER}.account`,
      PAY,
      `f.${DOC}.fieldnote0`,
    ]);
    expect(columns.filter(({ required }) => required).map(({ key }) => key)).toEqual([NAME, MOBILE, PAY]);
    const filled = {
      ...plan,
      documents: [
        {
          ...plan.documents[0]!,
          template: {
            ...plan.documents[0]!.template!,
            values: { fields: { [FIELD]: '1' }, rows: {}, options: {} },
          },
        },
      ],
    };
    expect(
      batchColumns({ ...setup, plan: filled }, new Map([[DOC, content]])).some(({ key }) => key === PAY),
    ).toBe(false);
  });

  it('are judged cell by cell, and against who signs beside them', () => {
    expect(problems(good)).toEqual([[]]);
    expect(problems({ ...good, [NAME]: '', [MOBILE]: '1380', [PAY]: 'viel' })).toEqual([
      [`${PAY} fieldType`, `${NAME} signerNameRequired`, `${MOBILE} mobileInvalid`],
    ]);
    expect(problems({ ...good, [PAY]: '' })).toEqual([[`${PAY} cellRequired`]]);
    expect(problems({ ...good, name: 'x'.repeat(101) })).toEqual([['name nameTooLong']]);
  });

  it('[3.4] name each person by name, ID type, number and phone, and documents, mail, account', () => {
    const wanted = { ...setup, documentsRequired: true };
    const own = batchColumns(wanted, new Map([[DOC, content]]));
    const parts = own.flatMap((column) => (column.of === 'party' ? [column] : []));
    expect(parts.map(({ part, required }) => [part, required])).toEqual([
      ['userName', true],
      ['idType', true],
      ['idNumber', true],
      ['mobile', true],
      ['email', false],
      ['account', false],
    ]);
    const row = (change: Record<string, string>) => ({
      ...good,
      [`p.${OTHER}.idType`]: 'RESIDENT_ID',
      [`p.${OTHER}.idNumber`]: '110101199003070011',
      ...change,
    });
    const found = (change: Record<string, string>) =>
      checkRows(wanted, own, [{ cells: row(change) }])[0]!.map(({ column, problem }) => [
        column.split('.').at(-1),
        problem,
      ]);
    expect(found({})).toEqual([]);
    expect(found({ [`p.${OTHER}.email`]: 'a@example.com', [`p.${OTHER}.account`]: 'wang' })).toEqual([]);
    for (const [part, problem] of [
      ['userName', 'signerNameRequired'],
      ['idType', 'idTypeRequired'],
      ['idNumber', 'idNumberRequired'],
      ['mobile', 'mobileInvalid'],
    ] as const)
      expect(found({ [`p.${OTHER}.${part}`]: '' }), part).toEqual([[part, problem]]);
    expect(found({ [`p.${OTHER}.idType`]: '学生证' })).toEqual([['idType', 'idTypeUnknown']]);
    expect(found({ [`p.${OTHER}.idNumber`]: '110101199003070012' })).toEqual([
      ['idNumber', 'idNumberInvalid'],
    ]);
    const task = planOfRow(wanted, { rowKey: 'rowkey0001', cells: row({}) });
    expect(task.signers[1]).toMatchObject({ idType: 'RESIDENT_ID', idNumber: '110101199003070011' });

    // Where no document is required, one that is given needs both, and enterprises have none.
    const [type, number] = [`p.${OTHER}.idType`, `p.${OTHER}.idNumber`];
    expect(problems({ ...good, [number]: '110101199003070011' })).toEqual([[`${type} idTypeRequired`]]);
    expect(problems({ ...good, [type]: 'PASSPORT' })).toEqual([[`${number} idNumberRequired`]]);
    const firms = { ...plan, signers: plan.signers.map((one) => ({ ...one, type: 'ENTERPRISE' as const })) };
    expect(
      batchColumns({ ...wanted, plan: firms }, new Map()).map(({ key }) => key.split('.').at(-1)),
    ).toEqual(['name', 'entName', 'userName', 'mobile', 'email']);
  });

  it('read the type of a document by its name in each language, and show it so', () => {
    const column = columns.find(({ key }) => key === `p.${OTHER}.idType`)!;
    for (const name of ['居民身份证', '居民身分證', 'Resident ID card', 'resident id card', 'RESIDENT_ID'])
      expect(plainCell(column, ` ${name} `), name).toBe('RESIDENT_ID');
    expect(plainCell(column, '学生证')).toBe('学生证');
    expect(cellText(column, 'RESIDENT_ID', 'zh-TW')).toBe('居民身分證');
    expect(cellText(column, '学生证', 'en-US')).toBe('学生证');
    const number = columns.find(({ key }) => key === `p.${OTHER}.idNumber`)!;
    expect(plainCell(number, ' 11010119900307002x ')).toBe('11010119900307002X');
  });

  it('name somebody by an address in place of a number, and ask for one of the two', () => {
    const EMAIL = `p.${OTHER}.email`;
    const byMail = { ...good, [MOBILE]: '', [EMAIL]: 'wang@example.com' };
    expect(problems(byMail)).toEqual([[]]);
    expect(problems({ ...byMail, [EMAIL]: '' })).toEqual([[`${MOBILE} mobileInvalid`]]);
    expect(problems({ ...byMail, [EMAIL]: 'wang@' })).toEqual([[`${EMAIL} emailInvalid`]]);
    expect(problems(byMail, { ...byMail, [EMAIL]: 'WANG@example.com' })).toEqual([
      [],
      [`${MOBILE} rowRepeated`],
    ]);
    expect(planOfRow(setup, { rowKey: 'row0000001', cells: byMail }).signers[1]).toMatchObject({
      mobile: '',
      email: 'wang@example.com',
    });
    const column = columns.find(({ key }) => key === EMAIL)!;
    expect(plainCell(column, ' 王小明 <Wang@例子.中国> ')).toBe('Wang@xn--fsqu00a.xn--fiqs8s');
  });

  it('report parties in two rows until these are marked as intended', () => {
    expect(problems(good, good)).toEqual([[], [`${MOBILE} rowRepeated`]]);
    expect(checkRows(setup, columns, [{ cells: good }, { cells: good, kept: true }])).toEqual([[], []]);
  });

  it('become a plan each, under a draft of its own, with its values', () => {
    const made = planOfRow(setup, { rowKey: 'row0000001', cells: good });
    expect(made).toMatchObject({ draftId: 'row0000001', taskName: '劳动合同 - 王小明' });
    expect(made.signers[1]).toEqual({
      signerId: OTHER,
      type: 'PERSON',
      signOrder: 2,
      userName: '王小明',
      mobile: '13800000002',
    });
    expect(made.documents[0]!.template!.values.fields).toEqual({ [FIELD]: '12000' });
    expect(planOfRow(setup, { rowKey: 'row0000001', cells: { ...good, name: '别名' } }).taskName).toBe(
      '别名',
    );
  });

  it('are read from what was typed: numbers of mobiles and amounts as they are written', () => {
    const column = (key: string) => columns.find((one) => one.key === key)!;
    expect(plainCell(column(MOBILE), ' +86 138-0000-0002')).toBe('13800000002');
    expect(plainCell(column(PAY), '12,000元')).toBe('12000');
  });
});

describe('a sheet of a batch', () => {
  it('is read by its titles in any order and language; its example is skipped', () => {
    const rows = readRows(
      ['序号', `${MOBILE} EN`, `${NAME} *`, PAY],
      [sheetRow(2, '示例（忽略）', '13800000000', 'x'), sheetRow(3, '1', '13800000002', '王小明', '12,000')],
      titled,
    );
    expect(rows).toEqual([{ number: 3, cells: good }]);
  });

  it('[5.4d] is rejected if its columns are those of another batch', () => {
    expect(() => readRows(['序号', NAME, PAY], [sheetRow(2, '1', 'x', '1')], titled)).toThrow(
      'SHEET_OTHER_COLUMNS',
    );
    expect(() => readRows(['', NAME, MOBILE, PAY, '别的'], [sheetRow(2, '1', 'x')], titled)).toThrow(
      'SHEET_UNKNOWN_COLUMN',
    );
  });

  it('names the cells whose content cannot be used', () => {
    const cells = [
      { text: '', kind: 'TEXT' as const },
      { text: '', kind: 'FORMULA' as const },
      { text: '13800000002', kind: 'NUMBER' as const },
      { text: '1.2e+17', kind: 'NUMBER' as const },
    ];
    const [row] = readRows(['', NAME, MOBILE, PAY], [{ number: 5, cells }], titled);
    expect(row!.odd).toEqual({
      [NAME]: { problem: 'formula', cell: 'B5' },
      [PAY]: { problem: 'numberNotExact', cell: 'D5' },
    });
    expect(
      checkRows(setup, columns, [row!])[0]!.map(({ problem, params }) => `${problem} ${params?.cell}`),
    ).toEqual(['formula B5', 'numberNotExact D5']);
  });

  it('may be pasted, with its titles or in the order of the columns', () => {
    expect(
      readPastedRows([sheetRow(1, '', '王小明', '', '', '13800000002', '', '', '12000')], titled)[0]!.cells,
    ).toEqual(good);
    expect(
      readPastedRows(
        [sheetRow(1, '', MOBILE, NAME, PAY), sheetRow(2, '', '13800000002', '王小明', '12000')],
        titled,
      )[0]!.cells,
    ).toEqual(good);
  });
});

describe('the draft of a batch', () => {
  const doc = new Y.Doc();
  setTask(doc, { taskName: '劳动合同', businessType: 'PURCHASE', batch: true });
  putRow(doc, 'signers', OTHER, {
    type: 'PERSON',
    userName: 'left over',
    mobile: '',
    signOrder: 1,
    position: 1,
    varies: true,
  });
  const drafted = (): Draft => readDraft(doc);

  it('keeps rows in order, and clears the problem of a corrected cell', () => {
    let n = 0;
    const odd = { [NAME]: { problem: 'formula' as const, cell: 'B2' } };
    addDraftRows(doc, [{ cells: good, odd }, { cells: good }], () => `row000000${++n}`);
    expect(readDraftRows(doc).map(({ rowKey, odd: left }) => [rowKey, left !== undefined])).toEqual([
      ['row0000001', true],
      ['row0000002', false],
    ]);
    putCell(doc, 'row0000001', NAME, '赵');
    expect(readDraftRows(doc)[0]).toEqual({
      rowKey: 'row0000001',
      position: 1,
      cells: { ...good, [NAME]: '赵' },
    });
  });

  it('[5.11k] cannot be sent without at least one imported user, nor with rows that are wrong', () => {
    const own = setupOfDraft('draft00000', drafted());
    expect(own.varying).toEqual([OTHER]);
    expect(own.plan.signers[0]).toEqual({
      signerId: OTHER,
      type: 'PERSON',
      signOrder: 1,
      userName: '',
      mobile: '',
    });
    const found = [
      { step: 2 as const, path: 'signers.0.userName', problem: 'signerNameRequired' as const },
      { step: 1 as const, path: 'documents', problem: 'documentRequired' as const },
    ];
    const names = (rows: Parameters<typeof checkBatch>[2], most = 10, of = own) =>
      checkBatch(of, found, rows, most).map(({ problem }) => problem);
    expect(names([])).toEqual(['documentRequired', 'batchRowsMissing']);
    expect(names([[], [{ column: NAME, problem: 'cellRequired' }]])).toEqual([
      'documentRequired',
      'batchRowsWrong',
    ]);
    expect(names([[], []], 1)).toEqual(['documentRequired', 'batchRowsTooMany']);
    expect(names([[]])).toEqual(['documentRequired']);
    expect(names([], 10, { ...own, varying: [] })).toContain('batchPartyMissing');
  });
});

describe('rows from contacts', () => {
  const PERSON = { signerId: 'person0001', type: 'PERSON' } as const;
  const FIRM = { signerId: 'firm000001', type: 'ENTERPRISE' } as const;
  const party = (userName: string, mobile: string, entName = '') => ({
    userName,
    mobile,
    entName,
    email: '',
  });
  const people = [party('王一', '13800000001'), party('李二', '13800000002')];
  const cellsIn = (doc: Y.Doc) => readDraftRows(doc).map(({ cells }) => cells);
  const add = (doc: Y.Doc, signer: typeof PERSON | typeof FIRM, parties: typeof people, most = 1_000) => {
    let made = 0;
    return addDraftParties(doc, signer, parties, { newKey: () => `row${Math.random()}${++made}`, most });
  };

  it('each become a row; who stands there already does not, and no more than a batch takes', () => {
    const doc = new Y.Doc();
    expect(add(doc, PERSON, people)).toBe(2);
    expect(cellsIn(doc)).toEqual([
      { 'p.person0001.userName': '王一', 'p.person0001.mobile': '13800000001' },
      { 'p.person0001.userName': '李二', 'p.person0001.mobile': '13800000002' },
    ]);
    expect(isInRows(readDraftRows(doc), PERSON, people[0]!)).toBe(true);
    expect(add(doc, PERSON, [...people, party('赵三', '13800000003')], 3)).toBe(1);
    expect(add(doc, PERSON, [party('孙四', '13800000004')], 3)).toBe(0);
    expect(readDraftRows(doc)).toHaveLength(3);
  });

  it('of a second signer go to the rows of the first, in order; a person’s row has no enterprise', () => {
    const doc = new Y.Doc();
    add(doc, PERSON, people);
    const firms = [
      party('周五', '13800000005', '甲公司'),
      party('吴六', '13800000006', '乙公司'),
      party('郑七', '13800000007', '丙公司'),
    ];
    expect(add(doc, FIRM, firms)).toBe(3);
    expect(
      cellsIn(doc).map((cells) => [cells['p.person0001.userName'], cells['p.firm000001.entName']]),
    ).toEqual([
      ['王一', '甲公司'],
      ['李二', '乙公司'],
      [undefined, '丙公司'],
    ]);
    const other = new Y.Doc();
    add(other, PERSON, [party('周五', '13800000005', '甲公司')]);
    expect(Object.keys(cellsIn(other)[0]!)).not.toContain('p.person0001.entName');
  });
});
