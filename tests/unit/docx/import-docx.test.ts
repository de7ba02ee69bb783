import { describe, expect, it } from 'vitest';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import type { BodyBlock } from '#core/template/body.ts';
import { contentField } from '#core/template/field.ts';
import { BLOCKS, fileOfKinds, SECTIONS } from '#tests/fixtures/docx/kinds.ts';
import { type DocxSource, makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';
import { soffice, writtenAgain } from '#tests/fixtures/docx/soffice.ts';
import { PLACE, phoneJpeg, plainPng } from '#tests/fixtures/pictures.ts';
import { key, makeField } from '../template/contents.ts';

let made = 0;
const newKey = () => `new${String(made++).padStart(9, '0')}`;
const NOTHING = { fields: [], rows: [], options: [], signers: [], anchors: [] };
const read = (source: DocxSource, there = NOTHING as Parameters<typeof importDocx>[1]['there']) =>
  importDocx(openDocx(makeDocx(source)), { there, newKey });

type Node = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  text?: string;
  marks?: object[];
};
const textOf = (node: Node): string => (node.text ?? '') + (node.content ?? []).map(textOf).join('');
/** Each block as its kind, its level where it has one, and its words. */
const outline = (blocks: readonly BodyBlock[]): string[] =>
  (blocks as readonly Node[]).map((node) => {
    const level = node.attrs?.level;
    const kind = node.type === 'item' ? (node.attrs!.ordered ? 'ordered' : 'bullet') : node.type;
    return `${kind}${level === undefined ? '' : ` ${level}`} ${textOf(node)}`.trim();
  });
const number = (num: number, level: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`;
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const nums = (...of: [num: number, list: number, start?: number][]) =>
  of
    .map(
      ([num, its, start]) =>
        `<w:num w:numId="${num}"><w:abstractNumId w:val="${its}"/>${start === undefined ? '' : `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`}</w:num>`,
    )
    .join('');

describe('headings, clauses and lists of a Word file', () => {
  it('are found by styles, levels and Word’s lists; the list through the text becomes clauses', async () => {
    const { body, page, leftOut } = await read({
      numbering:
        list(0, level(0, 'chineseCountingThousand', '第%1条'), level(1, 'decimal', '%1.%2')) +
        list(1, level(0, 'lowerLetter', '%1)')) +
        list(2, level(0, 'bullet', '●')) +
        nums([1, 0], [2, 1], [3, 1, 1], [4, 2]),
      body:
        paragraph('采购合同', '<w:pStyle w:val="1"/>') +
        paragraph('总则', '<w:outlineLvl w:val="2"/>') +
        paragraph('标的', number(1, 0)) +
        paragraph('甲', number(2, 0)) +
        paragraph('乙', number(2, 0)) +
        paragraph('款项', number(1, 0)) +
        paragraph('一款', number(1, 1)) +
        paragraph('丙', number(3, 0)) +
        paragraph('点', number(4, 0)) +
        paragraph('不编号', number(0, 0)),
    });
    expect(outline(body.content)).toEqual([
      'heading 1 采购合同',
      'heading 3 总则',
      'clause 0 标的',
      'ordered 0 甲',
      'ordered 0 乙',
      'clause 0 款项',
      'clause 1 一款',
      'ordered 0 丙',
      'bullet 0 点',
      'paragraph 不编号',
    ]);
    expect(page.numbering).toBe('CHINESE');
    // the second level looks otherwise here
    expect(leftOut).toEqual([
      { kind: 'numberLook', count: 1, places: ['二.1 → （一）'] },
      { kind: 'itemNumber', count: 3, places: ['a) → 1.', 'b) → 2.'] },
    ]);
  });

  it('numbers of styles, with other starts or below four levels, are imported or reported', async () => {
    const styles =
      '<w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="c"><w:name w:val="Clause"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    const { body, leftOut } = await read({
      styles,
      numbering:
        list(
          0,
          level(0, 'decimal', '%1.', '<w:pStyle w:val="c"/>'),
          level(1, 'decimal', '%1.%2'),
          level(2, 'decimal', '%1.%2.%3'),
          level(3, 'decimal', '（%4）'),
          level(4, 'decimal', '%5)'),
        ) + nums([1, 0, 3]),
      body:
        paragraph('三', '<w:pStyle w:val="c"/>') +
        paragraph('深', number(1, 4)) +
        paragraph('四', '<w:pStyle w:val="c"/>'),
    });
    expect(outline(body.content)).toEqual(['clause 0 三', 'clause 3 深', 'clause 0 四']);
    expect(leftOut).toEqual([
      { kind: 'numberLook', count: 2, places: ['3. → 1.', '1) → （1）'] },
      { kind: 'levels', count: 1, places: ['1)'] },
    ]);
  });

  it('references to numbers follow their clauses; other fields become their words', async () => {
    const { body, leftOut } = await read({
      numbering: list(0, level(0, 'decimal', '%1.')) + nums([1, 0]),
      body:
        `<w:p><w:pPr>${number(1, 0)}</w:pPr><w:bookmarkStart w:id="1" w:name="_Ref1"/>${run('标的')}<w:bookmarkEnd w:id="1"/></w:p>` +
        `<w:p>${run('见第')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> REF _Ref1 \\r \\h </w:instrText></w:r>` +
        `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('1')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('条，第')}` +
        `<w:fldSimple w:instr=" PAGEREF _Ref1 ">${run('7')}</w:fldSimple>${run('页')}</w:p>`,
    });
    const [clause, text] = body.content as unknown as Node[];
    expect(text!.content!.map(({ type, text: words }) => words ?? type)).toEqual([
      '见第',
      'reference',
      '条，第7页',
    ]);
    expect(text!.content![1]!.attrs).toEqual({ clause: clause!.attrs!.id });
    expect(leftOut).toEqual([{ kind: 'fieldText', count: 1, places: ['PAGEREF'] }]);
  });
});

describe('text, pictures and pages of a Word file', () => {
  it('supported formatting is kept, direct or by styles; other is reported with its words', async () => {
    const { body, leftOut } = await read({
      body:
        paragraph(
          run('粗', '<w:b/>') +
            run('线', '<w:u w:val="single"/>') +
            run('删', '<w:strike/>') +
            run('红', '<w:color w:val="C00000"/>') +
            run('斜体', '<w:i/>') +
            run('上标', '<w:vertAlign w:val="superscript"/>') +
            run('看不见', '<w:vanish/>') +
            run('不粗', '<w:b w:val="0"/>'),
          '<w:jc w:val="right"/>',
        ) +
        paragraph(
          run('十四磅', '<w:sz w:val="28"/>') + run('十', '<w:sz w:val="20"/>'),
          '<w:ind w:firstLineChars="200"/><w:jc w:val="both"/>',
        ) +
        paragraph('左\u00a0边\u200b', '<w:jc w:val="left"/>'),
    });
    const [first, second, third] = body.content as unknown as Node[];
    expect(first!.attrs).toMatchObject({ align: 'right', size: null });
    expect(first!.content!.map(({ text, marks }) => [text, marks])).toEqual([
      ['粗', [{ type: 'bold' }]],
      ['线', [{ type: 'underline' }]],
      ['删', [{ type: 'strike' }]],
      ['红', [{ type: 'textStyle', attrs: { size: null, colour: '#c00000' } }]],
      ['斜体上标不粗', undefined],
    ]);
    expect(second!.attrs).toMatchObject({ align: null, size: 14, firstIndent: null });
    expect(second!.content![1]!.marks).toEqual([{ type: 'textStyle', attrs: { size: 10, colour: null } }]);
    expect([third!.attrs!.align, textOf(third!)]).toEqual(['left', '左 边']);
    expect(leftOut).toEqual([
      { kind: 'italic', count: 1, places: ['斜体'] },
      { kind: 'raised', count: 1, places: ['上标'] },
      { kind: 'hidden', count: 1, places: ['粗线删红斜体上标看不见不粗'] },
    ]);
  });

  it('paper, margins, header, footer, breaks are imported; other headers or sections reported', async () => {
    const margin = '<w:pgMar w:top="1134" w:right="850" w:bottom="1134" w:left="1701"/>';
    const { body, page, leftOut } = await read({
      header: paragraph('采购合同'),
      footer: `<w:p>${run('第 ')}<w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>${run(' 页 / ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>NUMPAGES</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('9')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      section: `<w:pgSz w:w="8391" w:h="11906"/>${margin}<w:cols w:num="2"/>`,
      body:
        `<w:p>${run('前')}<w:r><w:br w:type="page"/></w:r>${run('后')}</w:p>` +
        paragraph('段前分页', '<w:pageBreakBefore/>') +
        paragraph('节尾', `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>${margin}</w:sectPr>`) +
        paragraph('行'),
    });
    expect(outline(body.content)).toEqual([
      'paragraph 前',
      'pageBreak',
      'paragraph 后',
      'pageBreak',
      'paragraph 段前分页',
      'paragraph 节尾',
      'pageBreak',
      'paragraph 行',
    ]);
    expect(page).toEqual({
      size: 'A5',
      marginTop: 20,
      marginRight: 15,
      marginBottom: 20,
      marginLeft: 30,
      header: '采购合同',
      footer: '第 {page} 页 / {pages}',
      numbering: 'DECIMAL',
    });
    expect(leftOut.map(({ kind }) => kind)).toEqual(['columns', 'section']);
  });

  it('tables keep merges, repeated heads, widths, borders; uneven rows are padded, nested told', async () => {
    const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(text)}</w:tc>`;
    const { body, leftOut } = await read({
      body:
        '<w:tbl><w:tblPr><w:tblBorders><w:top w:val="single"/></w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="2000"/><w:gridCol w:w="1000"/></w:tblGrid>' +
        `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('头')}${cell('宽', '<w:gridSpan w:val="2"/>')}</w:tr>` +
        `<w:tr>${cell('高', '<w:vMerge w:val="restart"/><w:vAlign w:val="center"/>')}${cell('一')}${cell('二')}</w:tr>` +
        `<w:tr>${cell('', '<w:vMerge/>')}${cell('三')}</w:tr>` +
        `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('四')}<w:tc><w:tcPr/>${table([['里面']])}${paragraph('外面')}</w:tc></w:tr></w:tbl>` +
        '<w:tbl><w:tblPr/><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
    });
    const [first, second] = body.content as unknown as Node[];
    expect(first!.attrs).toEqual({ widths: [25, 50, 25], headerRows: 1, border: true });
    expect(
      first!.content!.map((row) =>
        row.content!.map((one) => {
          const { colspan, rowspan, middle } = one.attrs!;
          return `${one.type === 'tableHeader' ? '#' : ''}${textOf(one)} ${colspan}×${rowspan}${middle ? ' middle' : ''}`;
        }),
      ),
    ).toEqual([
      ['#头 1×1', '#宽 2×1'],
      ['高 1×2 middle', '一 1×1', '二 1×1'],
      ['三 1×1', ' 1×1'],
      [' 1×1', '四 1×1', '里面外面 1×1'],
    ]);
    expect(second!.attrs).toEqual({ widths: [], headerRows: 0, border: false });
    expect(leftOut).toEqual([{ kind: 'nested', count: 1, places: ['里面'] }]);
  });

  it('inline pictures keep their size; other kinds and positions are reported', async () => {
    const png = plainPng(4, 4);
    const drawing = (id: string, around = 'inline', attribute = 'embed') =>
      `<w:r><w:drawing><wp:${around}><wp:extent cx="1080000" cy="720000"/><wp:docPr id="1" name="n" descr="图样"/><a:graphic xmlns:a="a"><a:graphicData><pic:pic xmlns:pic="p"><pic:blipFill><a:blip r:${attribute}="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:${around}></w:drawing></w:r>`;
    const { body, pictures, leftOut } = await read({
      relations: [
        ['rIdP', 'image', 'media/a.png'],
        ['rIdE', 'image', 'media/b.emf'],
        ['rIdJ', 'image', 'media/c.jpg'],
        ['rIdX', 'image', 'https://example.com/x.png', true],
      ],
      files: {
        'word/media/a.png': png,
        'word/media/b.emf': new Uint8Array(40),
        'word/media/c.jpg': phoneJpeg(),
      },
      body:
        `<w:p>${run('前')}${drawing('rIdP')}${run('后')}</w:p>` +
        `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${drawing('rIdP', 'anchor')}</w:p>` +
        `<w:p>${drawing('rIdJ')}</w:p>` +
        `<w:p>${run('矢量')}${drawing('rIdE')}</w:p><w:p>${run('外链')}${drawing('rIdX', 'inline', 'link')}</w:p>`,
    });
    expect(outline(body.content)).toEqual([
      'paragraph 前',
      'picture',
      'paragraph 后',
      'picture',
      'picture',
      'paragraph 矢量',
      'paragraph 外链',
    ]);
    const [file] = [...pictures.keys()];
    const picture = (body.content as unknown as Node[])[1]!;
    expect(picture.attrs).toEqual({ file, width: 30, height: 20, alt: '图样', align: null });
    // a picture that tells nothing stays as it is
    expect(pictures.get(file!)!.bytes).toEqual(png);
    // nothing of where a photograph was taken comes along
    for (const { bytes } of pictures.values())
      expect(new TextDecoder('latin1').decode(bytes)).not.toContain(PLACE);
    expect(pictures.size).toBe(2);
    expect(leftOut).toEqual([
      { kind: 'picture', count: 2, places: ['矢量', '外链'] },
      { kind: 'floating', count: 1, places: [] },
    ]);
  });

  it('links, notes, comments, text boxes, formulas and symbols are reported with their positions', async () => {
    const { body, leftOut } = await read({
      relations: [['rIdL', 'hyperlink', 'https://example.com', true]],
      body:
        `<w:p>${run('见')}<w:hyperlink r:id="rIdL">${run('网页')}</w:hyperlink></w:p>` +
        `<w:p>${run('注')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:p>` +
        `<w:p>${run('式')}<m:oMath xmlns:m="m"><m:r><m:t>x</m:t></m:r></m:oMath></w:p>` +
        `<w:p>${run('甲')}<w:r><w:tab/></w:r>${run('乙')}</w:p>` +
        BLOCKS.box!(run('框后')) +
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>',
    });
    expect(outline(body.content).slice(0, 4)).toEqual([
      'paragraph 见网页',
      'paragraph 注',
      'paragraph 式',
      'paragraph 甲\u3000乙',
    ]);
    expect(leftOut.map(({ kind, places }) => [kind, ...places])).toEqual([
      ['tab', '甲 乙'],
      ['link', '见网页'],
      ['symbol', '注'],
      ['textBox', '框：框后'],
      ['formula', '式'],
      ['note', '注'],
      ['comment', '注'],
      ['contents'],
    ]);
  });
});

describe('marks of a Word file', () => {
  it('become chips: known fields by name, others new, places with signers; odd ones stay text', async () => {
    const control = (name: string, text: string) =>
      `<w:sdt><w:sdtPr><w:alias w:val="${name}"/></w:sdtPr><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`;
    const there = { ...NOTHING, fields: [contentField.parse(makeField('name', { name: '甲方名称' }))] };
    const { body, added, leftOut } = await read(
      {
        body:
          `<w:p>${run('甲方：{{甲方')}${run('名称}}，金额')}${control('金额', '点此输入')}${run('元')}</w:p>` +
          paragraph('盖章：{{甲方;type=seal}}{{甲方;type=seal}}') +
          paragraph('{{？？}}') +
          table([['{{金额}}', '乙']]),
      },
      there,
    );
    const words = (node: Node): string =>
      (node.content ?? [])
        .map(
          (one) =>
            one.text ??
            (one.attrs?.field ? `[${one.attrs.field}]` : one.attrs?.anchor ? '[seal]' : words(one)),
        )
        .join('');
    const amount = added.fields[0]!.key;
    expect((body.content as unknown as Node[]).map(words)).toEqual([
      `甲方：[${key('name')}]，金额[${amount}]元`,
      '盖章：[seal][seal]',
      '{{？？}}',
      `[${amount}]乙`,
    ]);
    expect(added.fields.map(({ name }) => name)).toEqual(['金额']);
    expect(added.signers.map(({ name, type }) => [name, type])).toEqual([['甲方', 'ENTERPRISE']]);
    expect(added.anchors.map(({ signer }) => signer)).toEqual([added.signers[0]!.key, added.signers[0]!.key]);
    expect(leftOut).toEqual([{ kind: 'mark', count: 1, places: ['？？'] }]);
  });
});

describe('files of many kinds', () => {
  it('are read without a loss of words, but for text boxes and notes, which are told', async () => {
    const told = { inbox: 'textBox', innote: 'note' };
    for (const section of Object.keys(SECTIONS)) {
      const { body, leftOut } = await importDocx(
        openDocx(makeDocx(fileOfKinds(section, (name) => run(`词${name}`)))),
        {
          there: NOTHING,
          newKey,
        },
      );
      const words = textOf(body as unknown as Node);
      const lost = Object.keys(BLOCKS).filter((name) => !words.includes(`词${name}`));
      expect(lost, section).toEqual(Object.keys(told));
      expect(leftOut.map(({ kind }) => kind)).toEqual(expect.arrayContaining(Object.values(told)));
    }
  });

  const withLibreOffice = () =>
    it('one that LibreOffice wrote again keeps its headings, clauses, lists and tables', async () => {
      const source = makeDocx({
        numbering:
          list(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%1.%2')) +
          list(1, level(0, 'bullet', '•')) +
          nums([1, 0], [2, 1]),
        body:
          paragraph('采购合同', '<w:pStyle w:val="1"/>') +
          paragraph('标的', number(1, 0)) +
          paragraph('质量', number(1, 1)) +
          paragraph('点', number(2, 0)) +
          paragraph('价款', number(1, 0)) +
          table([['品名', '数量']]) +
          paragraph(run('粗', '<w:b/>') + run('细')),
      });
      const { body, leftOut } = await importDocx(openDocx(writtenAgain([source])[0]!), {
        there: NOTHING,
        newKey,
      });
      expect(outline(body.content)).toEqual([
        'heading 1 采购合同',
        'clause 0 标的',
        'clause 1 质量',
        'bullet 0 点',
        'clause 0 价款',
        'table 品名数量',
        'paragraph 粗细',
      ]);
      expect(leftOut).toEqual([]);
    });
  if (soffice) withLibreOffice();
  else it('LibreOffice is not installed here: no file that it wrote was read', () => undefined);
});

describe('fonts of a Word file that the editor lacks', () => {
  const set = (words: string, properties: string) => run(words, properties);
  const font = (name: string) => `<w:rFonts w:eastAsia="${name}"/>`;

  it('are told by name where Chinese text is set in them, directly, by a style or by the theme', async () => {
    const theme =
      '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:fontScheme name="x">' +
      '<a:majorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:font script="Hans" typeface="等线 Light"/></a:majorFont>' +
      '<a:minorFont><a:latin typeface="Calibri"/><a:ea typeface="方正仿宋简体"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>';
    const styles =
      '<w:style w:type="paragraph" w:styleId="K"><w:name w:val="K"/><w:rPr><w:rFonts w:eastAsia="华文楷体"/></w:rPr></w:style>';
    const { otherFonts } = await read({
      styles,
      files: { 'word/theme/theme1.xml': theme },
      relations: [['rIdT', 'theme', 'theme/theme1.xml']],
      body:
        paragraph('条款', '<w:pStyle w:val="K"/>') +
        paragraph(set('甲', font('仿宋_GB2312')) + set('乙', font('无人有')) + set('丙', font('黑体'))) +
        paragraph(set('丁', '<w:rFonts w:eastAsiaTheme="minorEastAsia"/>')) +
        paragraph(set('戊', '<w:rFonts w:eastAsiaTheme="majorHAnsi"/>')),
    });
    expect(otherFonts).toEqual(['华文楷体', '仿宋_GB2312', '无人有', '黑体', '方正仿宋简体', '等线 Light']);
  });

  it('are not told where the text looks as it did, or has no Chinese', async () => {
    const { otherFonts } = await read({
      body:
        paragraph(set('甲', font('新宋体')) + set('乙', `${font('微软雅黑')}<w:b/>`)) +
        paragraph(set('abc 12', font('楷体')) + set('丙', font('Times New Roman'))),
    });
    expect(otherFonts).toEqual([]);
  });
});
