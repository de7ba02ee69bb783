import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { openDocx, readXmlPart } from '#core/docx/open-docx.ts';
import { placeControl, removeControl } from '#core/docx/place-control.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { readText } from '#core/docx/read-text.ts';
import type { WordContent } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { type DocxSource, makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';

const KEY = 'k000000001';
const OTHER = 'k000000002';
const body = (bytes: Bytes) => strFromU8(unzipSync(bytes)['word/document.xml']!);
const texts = (bytes: Bytes) => readText(openDocx(bytes)).map(({ text }) => text);
const refused = (source: Bytes | DocxSource) => {
  try {
    openDocx(source instanceof Uint8Array ? source : makeDocx(source));
  } catch (error) {
    return (error as Error).name;
  }
  return 'opened';
};
const FACES = { SONG: 'S', HEI: 'H', KAI: 'K', FANGSONG: 'F' };

const SPLIT =
  '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t xml:space="preserve">甲方：{{甲</w:t></w:r><w:proofErr w:type="spellStart"/>' +
  '<w:r><w:rPr><w:b/></w:rPr><w:t>方名</w:t></w:r><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/>' +
  '<w:r><w:t>称}}（&amp;公司）</w:t></w:r></w:p>';

/** A PDF of empty pages, as a converter might answer. */
function pdfOf(pages: number): Bytes {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids}]/MediaBox[0 0 595 842]>>`,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/Resources<<>>>>'),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`;
  return utf8(text);
}

/** All entries of a package as one text. */
const textsOf = (bytes: Bytes): string =>
  Object.values(unzipSync(bytes))
    .map((entry) => strFromU8(entry))
    .join('');

describe('a Word file that must not be worked with', () => {
  it('is refused with what is the matter', () => {
    const compound = (name: string) =>
      concatBytes(
        Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
        new Uint8Array(600),
        utf8([...name].join('\0')),
      );
    const good = { body: paragraph('甲方') };
    expect(refused(good)).toBe('opened');
    expect(refused(new Uint8Array(0))).toBe('DOCUMENT_EMPTY');
    expect(refused(compound('WordDocument'))).toBe('DOCX_OLD_FORMAT');
    expect(refused(compound('EncryptedPackage'))).toBe('DOCUMENT_ENCRYPTED');
    expect(refused(utf8('%PDF-1.7'))).toBe('DOCX_EXPECTED');
    expect(refused(zipSync({ 'xl/workbook.xml': strToU8('<a/>') }) as Bytes)).toBe('DOCX_EXPECTED');
    expect(refused({ ...good, files: { 'word/vbaProject.bin': new Uint8Array(9) } })).toBe('DOCX_MACROS');
    expect(refused({ ...good, mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' })).toBe(
      'DOCX_MACROS',
    );
    const object =
      '<w:p><w:r><w:object><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12"/></w:object></w:r></w:p>';
    expect(refused({ body: object })).toBe('DOCX_OBJECTS');
    expect(refused({ body: '<w:altChunk r:id="rId9"/>' })).toBe('DOCX_CHUNKS');
    const inserted = `<w:p><w:ins w:id="1" w:author="a">${run('新')}</w:ins></w:p>`;
    expect(refused({ body: inserted })).toBe('DOCX_REVISIONS');
    expect(refused({ body: paragraph('甲'), header: '<w:p><w:del w:id="1" w:author="a"/></w:p>' })).toBe(
      'DOCX_REVISIONS',
    );
    expect(refused({ body: '<w:p>' })).toBe('DOCUMENT_BROKEN');
  });

  it('is a bomb: too much unpacked, or nested too deep', () => {
    const bomb = { body: paragraph('甲'), files: { 'word/media/a.bin': new Uint8Array(40_000_000) } };
    expect(refused(bomb)).toBe('DOCUMENT_TOO_COMPLEX');
    const deep = { body: `${'<w:p><w:r>'.repeat(200)}${'</w:r></w:p>'.repeat(200)}` };
    expect(refused(deep)).toBe('DOCUMENT_TOO_COMPLEX');
    const entity = makeDocx({ body: paragraph('甲') });
    const entries = unzipSync(entity);
    entries['word/document.xml'] = concatBytes(
      utf8('<!DOCTYPE a [<!ENTITY b "c">]>'),
      entries['word/document.xml']!.slice(57),
    );
    expect(refused(zipSync(entries) as Bytes)).toBe('DOCUMENT_UNSUPPORTED');
  });

  it('is laid out up to 500 pages', () => {
    expect(readLaidOut(pdfOf(500), []).pages).toHaveLength(500);
    expect(() => readLaidOut(pdfOf(501), [])).toThrow('DOCX_TOO_MANY_PAGES');
    expect(() => readLaidOut(pdfOf(2_000), [])).toThrow('DOCX_TOO_MANY_PAGES');
  });

  it('names what it would fetch, and is laid out without it', () => {
    const source: DocxSource = {
      body: `${paragraph('甲')}<w:p><w:r><w:pict><v:shape><v:imagedata src="http://a.test/b.png" r:id="rId8"/></v:shape></w:pict></w:r></w:p>
        <w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDETEXT "http://a.test/c.docx" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
        <w:p><w:hyperlink r:id="rId9">${run('链接')}</w:hyperlink></w:p>`,
      settings: '<w:attachedTemplate r:id="rId1"/>',
      relations: [
        ['rId8', 'image', 'http://a.test/p.png', true],
        ['rId9', 'hyperlink', 'http://a.test/link', true],
      ],
    };
    const docx = openDocx(makeDocx(source));
    expect(docx.external).toEqual(['http://a.test/p.png']);
    const all = textsOf(forConversion(docx, { faces: FACES }).bytes);
    expect(all).not.toMatch(/b\.png|p\.png|c\.docx|attachedTemplate/);
    expect(all).toContain('http://a.test/link');
  });

  it('fetches nothing under the name of a link: only what a hyperlink alone names stays', () => {
    const blip = (id: string) => `<w:p><w:r><w:drawing><a:blip r:link="${id}"/></w:drawing></w:r></w:p>`;
    const link = (id: string) => `<w:p><w:hyperlink r:id="${id}">${run('链接')}</w:hyperlink></w:p>`;
    const docx = openDocx(
      makeDocx({
        body:
          `<w:p xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${run('甲')}</w:p>` +
          blip('rId8').replace(
            '<a:blip',
            '<a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
          ) +
          blip('rId9').replace(
            '<a:blip',
            '<a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
          ) +
          link('rId9') +
          link('rId10'),
        relations: [
          ['rId8', 'hyperlink', 'file:///etc/picture.png', true],
          ['rId9', 'hyperlink', 'http://a.test/both.png', true],
          ['rId10', 'hyperlink', 'http://a.test/page', true],
          ['rId11', 'evil/hyperlink', 'http://a.test/type', true],
        ],
      }),
    );
    expect(docx.external).toEqual([
      'file:///etc/picture.png',
      'http://a.test/both.png',
      'http://a.test/type',
    ]);
    const all = textsOf(forConversion(docx, { faces: FACES }).bytes);
    expect(all).not.toMatch(/picture\.png|both\.png|a\.test\/type/);
    expect(all).toContain('http://a.test/page');
  });

  it('joins a field’s instruction before judging it: split, nested, or in one form of a drawing', () => {
    const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const said = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
    const field = (...inside: string[]) => `${char('begin')}${inside.join('')}${char('end')}`;
    const fields = [
      field(said(' INCL'), said('UDETEXT "fi'), said('le:///etc/one" ')),
      field(said(' INCLUDE'), field(said('QUOTE'), char('separate'), run('PICTURE')), said(' "/etc/two" ')),
      field(
        said(' INCLUDE'),
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"/><mc:Fallback>${char('end')}${char('begin')}</mc:Fallback></mc:AlternateContent></w:r>`,
        said('TEXT "/etc/three" '),
      ),
      `<w:fldSimple w:instr=" QUOTE file:///etc/four "><w:r><w:t>x</w:t></w:r></w:fldSimple>`,
    ];
    const kept = field(said(' HYPER'), said('LINK "http://a.test/page" '), char('separate'), run('链接'));
    const body = [...fields, kept].map((one) => `<w:p>${one}</w:p>`).join('');
    const all = textsOf(forConversion(openDocx(makeDocx({ body })), { faces: FACES }).bytes);
    expect(all).not.toMatch(/\/etc\/|fi<|le:\/\//);
    expect(all).toContain('a.test/page');
  });

  it('is refused where another prefix means WordprocessingML, or `w` something else, anywhere', () => {
    const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const other = (attribute: string, name = 'x:instrText') =>
      refused({ body: `<w:p><w:r><${name} ${attribute}> INCLUDETEXT "/etc/one" </${name}></w:r></w:p>` });
    expect(other(`xmlns:x="${W}"`)).toBe('DOCX_EXPECTED');
    expect(other(`xmlns:x="${W.replace('main', '&#109;ain')}"`)).toBe('DOCX_EXPECTED');
    expect(other('xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"')).toBe('DOCX_EXPECTED');
    expect(other(`xmlns="${W}"`, 'instrText')).toBe('DOCX_EXPECTED');
    expect(other('xmlns:w="urn:else"', 'w:instrText')).toBe('DOCX_EXPECTED');
    expect(other('xmlns:x="urn:else"')).toBe('opened');
    expect(other(`xmlns:w="${W}"`, 'w:instrText')).toBe('opened');
  });
});

describe('marks', () => {
  it('are found in every form, even if the text is split over runs', () => {
    const complex = (name: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGE</w:instrText></w:r><w:r><w:instrText>FIELD "${name}" \\* MERGEFORMAT </w:instrText></w:r>` +
      `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(`«${name}»`)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const control =
      '<w:sdt><w:sdtPr><w:alias w:val="付款方式"/><w:tag w:val="pay"/><w:dropDownList><w:listItem w:displayText="月付" w:value="1"/><w:listItem w:displayText="年付" w:value="2"/></w:dropDownList></w:sdtPr>' +
      `<w:sdtContent>${run('请选择')}</w:sdtContent></w:sdt>`;
    const box =
      '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>' +
      `${paragraph('{{框内}}')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph('{{框内}}')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const docx = openDocx(
      makeDocx({
        body:
          SPLIT +
          paragraph(`${run('签约日期 {{签订日期; role=甲方; type=date}} 与 ')}${complex('合同编号')}`) +
          paragraph(`<w:fldSimple w:instr=" MERGEFIELD 金额 ">${run('«金额»')}</w:fldSimple>${control}`) +
          table([['{{单价}}', 'b']]) +
          paragraph(box),
        header: paragraph('{{页眉}}'),
        footnotes: `<w:footnote w:type="separator" w:id="-1">${paragraph('x')}</w:footnote><w:footnote w:id="1">${paragraph('{{注}}')}</w:footnote>`,
      }),
    );
    const marks = readMarks(docx).map(({ paragraph: _, from: __, to: ___, ...mark }) => mark);
    expect(marks).toEqual([
      { kind: 'TEXT', name: '甲方名称', place: 'BODY' },
      { kind: 'TEXT', name: '签订日期', role: '甲方', type: 'date', place: 'BODY' },
      { kind: 'MERGEFIELD', name: '合同编号', place: 'BODY' },
      { kind: 'MERGEFIELD', name: '金额', place: 'BODY' },
      { kind: 'CONTROL', name: '付款方式', type: 'choice', choices: ['月付', '年付'], place: 'BODY' },
      { kind: 'TEXT', name: '单价', place: 'TABLE' },
      { kind: 'TEXT', name: '框内', place: 'TEXT_BOX' },
      { kind: 'TEXT', name: '页眉', place: 'HEADER' },
      { kind: 'TEXT', name: '注', place: 'NOTE' },
    ]);
    for (const mark of readMarks(docx)) {
      const placed = openDocx(placeControl(docx, mark, { key: KEY, title: '甲' }));
      const own = readMarks(placed).filter(({ kind }) => kind === 'OWN');
      expect(own).toHaveLength(1);
      expect(texts(placed.bytes)).toEqual(texts(docx.bytes));
      expect(readMarks(placed)).toHaveLength(readMarks(docx).length);
    }
  });
});

describe('a control', () => {
  it('goes around split runs; all else keeps its bytes', () => {
    const before = makeDocx({
      body: paragraph('前') + SPLIT + table([['甲', '乙']]),
      header: paragraph('页'),
    });
    const docx = openDocx(before);
    const [mark] = readMarks(docx);
    const after = placeControl(docx, mark!, { key: KEY, title: '甲方名称' });
    expect(readMarks(openDocx(after))).toMatchObject([
      { kind: 'OWN', key: KEY, level: 'RUN', from: 3, to: 11, text: '{{甲方名称}}' },
    ]);
    const [old, now] = [body(before), body(after)];
    const [start, end] = [old.indexOf('<w:r><w:t xml:space="preserve">甲方：'), old.indexOf('（&amp;公司）')];
    expect(now.startsWith(old.slice(0, start))).toBe(true);
    expect(now.endsWith(old.slice(end))).toBe(true);
    expect(now).toContain(
      '<w:rPr><w:b/></w:rPr><w:t>方名</w:t></w:r><w:bookmarkStart w:id="0" w:name="_GoBack"/>',
    );
    const [a, b] = [unzipSync(before), unzipSync(after)];
    expect(Object.keys(b)).toEqual(Object.keys(a));
    for (const [path, bytes] of Object.entries(a))
      if (path !== 'word/document.xml') expect(b[path]).toEqual(bytes);
    const without = removeControl(openDocx(after), KEY);
    expect(texts(without)).toEqual(texts(before));
    expect(body(without)).not.toContain('w:sdt');
  });

  it('goes to every place of a text, so that the text stays the same', () => {
    const rich =
      `${run('甲&乙', '<w:b/>')}<w:r><w:t>一</w:t><w:tab/><w:t>二</w:t><w:br/></w:r>` +
      `<w:hyperlink r:id="rId9">${run('链接')}</w:hyperlink>${run('𠮷完')}`;
    const docx = openDocx(
      makeDocx({ body: paragraph(rich), relations: [['rId9', 'hyperlink', 'http://a.test', true]] }),
    );
    const text = texts(docx.bytes)[0]!;
    expect(text).toBe('甲&乙一\t二\n链接𠮷完');
    for (let from = 0; from <= text.length; from++)
      for (let to = from; to <= text.length; to++) {
        const placed = openDocx(placeControl(docx, { paragraph: 0, from, to }, { key: KEY, title: '签' }));
        const [own] = readMarks(placed);
        expect(own).toMatchObject({ kind: 'OWN', key: KEY });
        if (from === to) {
          expect(own).toMatchObject({ text: '[签]' });
          expect(texts(placed.bytes)[0]!.replace('[签]', '')).toBe(text);
        } else {
          expect(texts(placed.bytes)[0]).toBe(text);
          expect((own as { text: string }).text).toContain(text.slice(from, to));
        }
        expect(texts(removeControl(placed, KEY))[0]).toBe(text);
      }
  });

  it('lies neither in another nor across one', () => {
    const docx = openDocx(makeDocx({ body: paragraph('甲方乙方丙方') }));
    const placed = openDocx(placeControl(docx, { paragraph: 0, from: 2, to: 4 }, { key: KEY, title: '乙' }));
    for (const [from, to] of [
      [0, 6],
      [2, 3],
      [1, 3],
      [3, 5],
      [2, 4],
    ] as const)
      expect(() => placeControl(placed, { paragraph: 0, from, to }, { key: OTHER, title: 'x' })).toThrow(
        'DOCX_PLACE_TAKEN',
      );
    // A place within it is put behind it.
    const behind = openDocx(
      placeControl(placed, { paragraph: 0, from: 3, to: 3 }, { key: OTHER, title: 'x' }),
    );
    expect(texts(behind.bytes)[0]).toBe('甲方乙方[x]丙方');
    expect(() => placeControl(docx, { paragraph: 9, from: 0, to: 0 }, { key: KEY, title: 'x' })).toThrow(
      'DOCX_PLACE_MISSING',
    );
    expect(() => placeControl(docx, { paragraph: 0, from: 0, to: 99 }, { key: KEY, title: 'x' })).toThrow(
      'DOCX_PLACE_MISSING',
    );
  });

  it('goes into a paragraph without text', () => {
    for (const empty of ['<w:p/>', '<w:p></w:p>', '<w:p><w:pPr><w:jc w:val="right"/></w:pPr></w:p>']) {
      const docx = openDocx(makeDocx({ body: empty }));
      const placed = placeControl(docx, { paragraph: 0, from: 0, to: 0 }, { key: KEY, title: '章' });
      expect(texts(placed)).toEqual(['[章]']);
    }
  });
});

const field = (key: string, more: Partial<ContentField> = {}): ContentField => ({
  key,
  name: '名',
  types: ['TEXT'],
  length: 4,
  input: 'LINE',
  format: 'PLAIN',
  choices: [],
  required: true,
  preset: '',
  filledBy: 'SENDER',
  position: 1,
  ...more,
});
const content = (more: Partial<WordContent>): WordContent => ({
  kind: 'WORD',
  rowFields: {},
  docx: 'a'.repeat(64),
  fields: [],
  rows: [],
  options: [],
  signers: [],
  anchors: [],
  ...more,
});
const PLAIN = { format: (_: ContentField, value: string) => value };

describe('filling', () => {
  it('writes values with the look of what stood there, lines as lines, a missing one as blanks', () => {
    let docx = openDocx(
      makeDocx({
        body: paragraph(`${run('甲方：')}${run('{{甲}}', '<w:u w:val="single"/>')}${run('，乙')}`),
      }),
    );
    docx = openDocx(placeControl(docx, { paragraph: 0, from: 3, to: 8 }, { key: KEY, title: '甲' }));
    docx = openDocx(placeControl(docx, { paragraph: 0, from: 10, to: 10 }, { key: OTHER, title: '乙' }));
    const filled = fillDocx(
      docx,
      content({ fields: [field(KEY), field(OTHER)] }),
      { fields: { [KEY]: '张<三>&\u0007李\n四\u202e' }, rows: {}, options: {} },
      PLAIN,
    );
    expect(texts(filled)).toEqual(['甲方：张<三>&李\n四\u202e，乙　　　　']);
    expect(body(filled)).toContain('<w:rPr><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">张');
    expect(readMarks(openDocx(filled)).map((mark) => mark.kind)).toEqual(['OWN', 'OWN']);
  });

  it('repeats rows, drops options, leaves no table without rows, no cell without paragraphs', () => {
    const ROWS = 'rows000001';
    const OPTION = 'option0001';
    const CELL = 'option0002';
    let docx = openDocx(
      makeDocx({
        body:
          table([
            ['名称', '数量'],
            ['某物', '1'],
          ]) +
          paragraph('可选条款一') +
          paragraph('可选条款二') +
          table([['格内', '余']]) +
          paragraph('末'),
      }),
    );
    docx = openDocx(placeControl(docx, { paragraph: 2, from: 0, to: 2 }, { key: KEY, title: '物' }));
    docx = openDocx(placeControl(docx, { rowOf: 2 }, { key: ROWS, title: '行' }));
    docx = openDocx(placeControl(docx, { paragraphs: [4, 5] }, { key: OPTION, title: '条' }));
    docx = openDocx(placeControl(docx, { paragraphs: [6, 6] }, { key: CELL, title: '格' }));
    expect(readMarks(docx).map((mark) => mark.kind === 'OWN' && [mark.key, mark.level])).toEqual([
      [ROWS, 'ROW'],
      [KEY, 'RUN'],
      [OPTION, 'BLOCK'],
      [CELL, 'BLOCK'],
    ]);
    const filled = content({
      fields: [field(KEY)],
      rows: [{ key: ROWS, name: '行', least: 0, most: 9, position: 1 }],
      options: [
        { key: OPTION, name: '条', kept: true, position: 1 },
        { key: CELL, name: '格', kept: true, position: 2 },
      ],
    });
    const fill = (rows: Record<string, string>[], options: Record<string, boolean>) =>
      texts(fillDocx(docx, filled, { fields: {}, rows: { [ROWS]: rows }, options }, PLAIN));
    const rest = ['可选条款一', '可选条款二', '格内', '余', '末'];
    expect(fill([{ [KEY]: '笔' }, { [KEY]: '纸' }], {})).toEqual([
      '名称',
      '数量',
      '笔',
      '1',
      '纸',
      '1',
      ...rest,
    ]);
    expect(fill([], {})).toEqual(['名称', '数量', ...rest]);
    expect(fill([], { [OPTION]: false, [CELL]: false })).toEqual(['名称', '数量', '', '余', '末']);
    let alone = openDocx(makeDocx({ body: table([['只此一行']]) + paragraph('末') }));
    alone = openDocx(placeControl(alone, { rowOf: 0 }, { key: ROWS, title: '行' }));
    expect(texts(fillDocx(alone, filled, { fields: {}, rows: {}, options: {} }, PLAIN))).toEqual(['末']);
  });

  it('takes a typed mark for a seal out, and leaves words that were chosen for it', () => {
    for (const [words, left] of [
      ['{{甲方公章;role=甲方;type=seal}}', '盖章：，后'],
      ['（盖章处）', '盖章：（盖章处），后'],
    ] as const) {
      let docx = openDocx(makeDocx({ body: paragraph(`${run('盖章：')}${run(words)}${run('，后')}`) }));
      docx = openDocx(
        placeControl(docx, { paragraph: 0, from: 3, to: 3 + words.length }, { key: KEY, title: '章' }),
      );
      const anchors = [
        {
          key: KEY,
          signer: 'signer0001',
          kind: 'ENT_SEAL' as const,
          at: { by: 'MARK' as const },
          width: 40,
          height: 40,
          offsetX: 0,
          offsetY: 0,
          position: 1,
        },
      ];
      const filled = fillDocx(docx, content({ anchors }), { fields: {}, rows: {}, options: {} }, PLAIN);
      expect(texts(filled)).toEqual([left]);
      expect(readMarks(openDocx(filled))).toHaveLength(1);
    }
  });

  it('puts pictures in, and takes the words for a seal out', () => {
    let docx = openDocx(makeDocx({ body: paragraph('图：') + paragraph('盖章处'), header: paragraph('标') }));
    docx = openDocx(placeControl(docx, { paragraph: 0, from: 2, to: 2 }, { key: KEY, title: '图' }));
    docx = openDocx(placeControl(docx, { paragraph: 1, from: 3, to: 3 }, { key: OTHER, title: '章' }));
    const picture = { bytes: utf8('png'), type: 'jpeg' as const, width: 30, height: 20 };
    const filled = fillDocx(
      docx,
      content({
        fields: [field(KEY, { input: 'PICTURE' })],
        signers: [{ key: 'signer0001', name: '甲', type: 'ENTERPRISE', order: 1, position: 1 }],
        anchors: [
          {
            key: OTHER,
            signer: 'signer0001',
            kind: 'ENT_SEAL',
            at: { by: 'MARK' },
            width: 40,
            height: 40,
            offsetX: 0,
            offsetY: 0,
            position: 1,
          },
        ],
      }),
      { fields: { [KEY]: 'b'.repeat(64) }, rows: {}, options: {} },
      { ...PLAIN, pictures: new Map([['b'.repeat(64), picture]]) },
    );
    expect(texts(filled)).toEqual(['图：', '盖章处', '标']);
    const entries = unzipSync(filled);
    expect(strFromU8(entries[`word/media/signet-${'b'.repeat(32)}.jpeg`]!)).toBe('png');
    expect(strFromU8(entries['word/_rels/document.xml.rels']!)).toContain('rIdSignet1');
    expect(strFromU8(entries['[Content_Types].xml']!)).toContain('<Default Extension="jpeg"');
    expect(body(filled)).toContain('cx="1080000" cy="720000"');
    const { marks, bytes } = forConversion(openDocx(filled), { faces: FACES, paragraphs: true });
    expect(marks).toEqual([
      { name: 'SgM0x', key: KEY, empty: false },
      { name: 'SgM1x', key: OTHER, empty: true },
    ]);
    expect(body(bytes)).not.toContain('w:sdt');
    expect(body(bytes)).toContain('w:name="SgP1"');
  });
});

describe('fonts', () => {
  it('are replaced by available ones wherever they are named, and listed', () => {
    const docx = openDocx(
      makeDocx({
        body: paragraph(run('甲', '<w:rFonts w:ascii="Arial" w:hAnsi="无人有" w:eastAsia="仿宋_GB2312"/>')),
      }),
    );
    const { bytes, fonts } = forConversion(docx, { faces: FACES });
    expect(body(bytes)).toContain('<w:rFonts w:ascii="Liberation Sans" w:hAnsi="S" w:eastAsia="F"/>');
    expect(fonts).toContainEqual({ from: '宋体', to: 'S', sameStyle: true });
    expect(fonts).toContainEqual({ from: '仿宋_GB2312', to: 'F', sameStyle: true });
    expect(fonts).toContainEqual({ from: '无人有', to: 'S', sameStyle: false });
  });

  const styled = (id: string, font: string, more = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${more}<w:rPr><w:rFonts w:eastAsia="${font}"/></w:rPr></w:style>`;
  const one = (name: string, to: string, sameStyle: boolean) => ({ from: name, to, sameStyle });

  it('say for each name what stands for it, and whether it is of the same style', () => {
    const rPr = '<w:rFonts w:ascii="Garamond" w:hAnsi="Calibri" w:cs="Mangal" w:eastAsia="Arial"/>';
    const texts = ['楷体_GB2312', '仿宋', 'FZYaSong-GBK', '黑体', '华文中宋'].map((name) =>
      run('甲', `<w:rFonts w:eastAsia="${name}"/>`),
    );
    const docx = openDocx(makeDocx({ body: paragraph(texts.join('') + run('A', rPr)) }));
    // the service has neither 楷体 nor 仿宋
    const faces = { SONG: 'S', HEI: 'H', KAI: 'S', FANGSONG: 'S' };
    const { bytes, fonts } = forConversion(docx, { faces });
    for (const told of [
      one('楷体_GB2312', 'S', false),
      one('仿宋', 'S', false),
      one('FZYaSong-GBK', 'S', false),
      one('黑体', 'H', true),
      one('华文中宋', 'S', true),
      one('Calibri', 'Carlito', true),
      one('Garamond', '', false),
    ])
      expect(fonts).toContainEqual(told);
    // an unknown Latin font is left to the service; fonts of other scripts, and Latin ones for Chinese, are nobody's news
    expect(body(bytes)).toContain('w:ascii="Garamond"');
    expect(fonts.map(({ from }) => from)).not.toContain('Mangal');
    expect(fonts.map(({ from }) => from)).not.toContain('Arial');
  });

  it('of styles are told only where some text uses them', () => {
    const styles = [
      styled('Base', '楷体'),
      styled('Used', '宋体', '<w:basedOn w:val="Base"/>'),
      styled('Not', '仿宋'),
    ];
    const docx = openDocx(
      makeDocx({ body: paragraph('甲', '<w:pStyle w:val="Used"/>'), styles: styles.join('') }),
    );
    const { fonts, bytes } = forConversion(docx, { faces: { SONG: 'S', HEI: 'H', KAI: 'S', FANGSONG: 'S' } });
    const names = fonts.map(({ from }) => from);
    expect(names).toContain('楷体');
    expect(names).not.toContain('仿宋');
    // it is replaced all the same
    expect(readXmlPart(openDocx(bytes).pkg, 'word/styles.xml').text).not.toContain('仿宋');
  });
});
