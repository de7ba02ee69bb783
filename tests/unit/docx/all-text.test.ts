import { expect, it } from 'vitest';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { placeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import type { BodyBlock } from '#core/template/body.ts';
import { fileOfKinds, SECTIONS } from '#tests/fixtures/docx/kinds.ts';
import { makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';

const NOTHING = { fields: [], rows: [], options: [], signers: [], anchors: [] };
let made = 0;
const read = (body: string) =>
  importDocx(openDocx(makeDocx({ body })), {
    there: NOTHING,
    newKey: () => `new${String(made++).padStart(9, '0')}`,
  });
type Node = { text?: string; content?: Node[] };
const textOf = (node: Node): string => (node.text ?? '') + (node.content ?? []).map(textOf).join('');
const arrived = (blocks: readonly BodyBlock[]): string => (blocks as readonly Node[]).map(textOf).join('\n');

const ruby = (base: string, guide: string) =>
  `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${run(guide)}</w:rt><w:rubyBase>${base}</w:rubyBase></w:ruby></w:r>`;

it('words under a phonetic guide arrive where they stand, and the guide is reported', async () => {
  const { body, leftOut } = await read(
    `<w:p>${run('甲方：')}${ruby(run('张') + run('三'), 'zhāng sān')}${run('，乙方')}</w:p>`,
  );
  expect(arrived(body.content)).toBe('甲方：张三，乙方');
  expect(leftOut).toEqual([{ kind: 'phonetic', count: 1, places: ['zhāng sān'] }]);
});

it('Word templates read and place by the same words; a place in them includes the whole guide', () => {
  const file = openDocx(
    makeDocx({ body: `<w:p>${run('甲方')}${ruby(run('张三丰'), 'z')}${run('乙')}</w:p>` }),
  );
  expect(readText(file)[0]!.text).toBe('甲方张三丰乙');
  for (const [from, to, words] of [
    [3, 4, '张三丰'],
    [1, 3, '方张三丰'],
    [4, 6, '张三丰乙'],
  ] as const) {
    const placed = openDocx(placeControl(file, { paragraph: 0, from, to }, { key: 'name', title: '姓名' }));
    const text = readText(placed)[0]!.text;
    expect(text).toBe('甲方张三丰乙');
    const [mark] = readMarks(placed);
    expect(text.slice(mark!.from, mark!.to)).toBe(words);
  }
  const at = openDocx(placeControl(file, { paragraph: 0, from: 3, to: 3 }, { key: 'name', title: '姓名' }));
  expect(readText(at)[0]!.text).toBe('甲方张三丰[姓名]乙');
});

it('chips stand at their place behind a phonetic guide and an alternate form', async () => {
  const choice = `<mc:AlternateContent><mc:Choice Requires="w14"><w:t>壹</w:t></mc:Choice><mc:Fallback><w:t>一</w:t></mc:Fallback></mc:AlternateContent>`;
  const { body } = await read(
    `<w:p>${ruby(run('张三'), 'z')}<w:r>${choice}</w:r>${run('签{{姓名}}字')}</w:p>`,
  );
  expect(arrived(body.content)).toBe('张三壹签字');
});

const field = (instruction: string, data = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const entries = (result: string, ...values: string[]) =>
  `<w:ffData><w:ddList>${result}${values.map((value) => `<w:listEntry w:val="${value}"/>`).join('')}</w:ddList></w:ffData>`;

it.each([
  [
    'a guide as older Word wrote it',
    field(' EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(zhang),张)'),
    '张',
    'phonetic',
  ],
  ['a character in a circle', field('eq \\o\\ac(○,章)'), '章', undefined],
  ['a fraction', field(' EQ \\f(甲,乙)'), '', 'fieldText'],
  [
    'the chosen entry of a list',
    field('FORMDROPDOWN', entries('<w:result w:val="1"/>', '甲市', '乙市')),
    '乙市',
    undefined,
  ],
  ['the first entry of a list', field('FORMDROPDOWN', entries('', '甲市', '乙市')), '甲市', undefined],
  ['an empty list', field('FORMDROPDOWN', entries('')), '', 'fieldText'],
  ['a box to tick', field('FORMCHECKBOX'), '', 'fieldText'],
  ['a place to click', field(' MACROBUTTON NoMacro 填写姓名 '), '填写姓名', undefined],
  ['a mark of an index', field(' XE "甲" '), '', undefined],
  ['a day that Word writes', '<w:r><w:yearLong/></w:r>', '', 'fieldText'],
  [
    'a symbol in a wrapper',
    '<w14:x><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w14:x>',
    '',
    'symbol',
  ],
  ['a symbol as text', run('\uf0fe'), '', 'symbol'],
  ['ink', '<w:contentPart/>', '', 'drawing'],
] as const)(
  'a field or sign without text of its own, %s, arrives or is reported',
  async (_, xml, words, kind) => {
    const { body, leftOut } = await read(`<w:p>${run('前')}${xml}${run('后')}</w:p>`);
    expect(arrived(body.content)).toBe(`前${words}后`);
    expect(leftOut.map((one) => one.kind)).toEqual(kind ? [kind] : []);
  },
);

it.each([
  ['a smart tag', `<w:smartTag>${run('龙')}</w:smartTag>`],
  ['a content control', `<w:sdt><w:sdtContent>${run('龙')}</w:sdtContent></w:sdt>`],
  ['a link', `<w:hyperlink w:anchor="a">${run('龙')}</w:hyperlink>`],
])('words in %s under a phonetic guide arrive, in the editor and in Word templates', async (_, base) => {
  const xml = `<w:p>${ruby(base, 'l')}</w:p>`;
  expect(arrived((await read(xml)).body.content)).toBe('龙');
  expect(readText(openDocx(makeDocx({ body: xml }))).map(({ text }) => text)).toEqual(['龙']);
});

it.each([
  ['nothing else', ''],
  ['an empty choice', '<mc:Choice Requires="w14"/>'],
])('a fallback beside %s is what is shown', async (_, choice) => {
  const xml = `<w:p><w:r><mc:AlternateContent>${choice}<mc:Fallback><w:t>退</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  expect(arrived((await read(xml)).body.content)).toBe('退');
  expect(readText(openDocx(makeDocx({ body: xml }))).map(({ text }) => text)).toEqual(['退']);
});

/** Forms that text can stand in, some of which the import does not know. Each word stands in one of them. */
const FORMS: Readonly<Record<string, string>> = {
  runs: paragraph('甲'),
  ruby: `<w:p>${ruby(run('乙'), '丙')}</w:p>`,
  'alternate paragraphs': `<mc:AlternateContent><mc:Choice Requires="w14">${paragraph('丁')}</mc:Choice></mc:AlternateContent>`,
  'alternate runs': `<w:p><mc:AlternateContent><mc:Choice Requires="w14">${run('戊')}</mc:Choice></mc:AlternateContent></w:p>`,
  'an unknown wrapper': `<w:p><w14:conflictIns>${run('己')}</w14:conflictIns></w:p>`,
  'a formula': '<w:p><m:oMath xmlns:m="urn:m"><m:r><m:t>庚</m:t></m:r></m:oMath></w:p>',
  'the lower half of merged cells': `<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${paragraph('辛')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${paragraph('壬')}</w:tc></w:tr></w:tbl>`,
  'a wrapper in a cell': `<w:tbl><w:tr><w:tc><w:customXml>${paragraph('癸')}</w:customXml></w:tc></w:tr></w:tbl>`,
  'columns beyond the most': `<w:tbl><w:tr>${Array.from({ length: 41 }, (_, i) => `<w:tc>${paragraph(i === 40 ? '子' : '')}</w:tc>`).join('')}</w:tr></w:tbl>`,
  'rows beyond the most': `<w:tbl>${Array.from({ length: 1001 }, (_, i) => `<w:tr><w:tc>${paragraph(i === 1000 ? '丑' : '')}</w:tc></w:tr>`).join('')}</w:tbl>`,
  'a fallback of runs': `<w:p><mc:AlternateContent><mc:Fallback>${run('辰')}</mc:Fallback></mc:AlternateContent></w:p>`,
  'a fallback of paragraphs': `<mc:AlternateContent><mc:Choice Requires="zz"/><mc:Fallback>${paragraph('巳')}</mc:Fallback></mc:AlternateContent>`,
  'two choices': `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="a"><w:t>午</w:t></mc:Choice><mc:Choice Requires="b"><w:t>未</w:t></mc:Choice></mc:AlternateContent></w:r></w:p>`,
  'a row in a control': `<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc>${paragraph('申')}</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>`,
  'hidden text': `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>寅</w:t></w:r></w:p>`,
  'a table in a table': table([['卯']]),
};

it.each(Object.entries(FORMS))('text in %s arrives, or is reported', async (_, xml) => {
  const { body, leftOut } = await read(xml);
  const words = [...xml.matchAll(/<(?:w|m):t[^>]*>([^<]+)</g)].map(([, word]) => word!);
  const has = arrived(body.content);
  const reported = leftOut.flatMap(({ places }) => places).join(' ');
  // a formula is reported without its words
  for (const word of words)
    expect(
      has.includes(word) || reported.includes(word) || leftOut.some(({ kind }) => kind === 'formula'),
    ).toBe(true);
});

it.each(Object.keys(SECTIONS))(
  'of a file with every kind of content, in %s, all text is accounted for',
  async (section) => {
    const { leftOut } = await importDocx(openDocx(makeDocx(fileOfKinds(section, (name) => name))), {
      there: NOTHING,
      newKey: () => `new${String(made++).padStart(9, '0')}`,
    });
    expect(leftOut.filter(({ kind }) => kind === 'otherText')).toEqual([]);
  },
);
