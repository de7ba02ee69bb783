import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { writeDocx } from '#core/docx/export/write-docx.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { broughtAlong } from '#core/docx/own-lists.ts';
import { readMarks } from '#core/docx/read-marks.ts';
import { writePng } from '#core/sealart/write-png.ts';
import type { BodyBlock, BodyInline } from '#core/template/body.ts';
import { type WebContent, webContent } from '#core/template/content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { formatValue } from '#core/template/fill/format-value.ts';
import { sampleValue } from '#core/template/fill/made-up-values.ts';
import { rowFieldsOf } from '#core/template/word-marks.ts';
import { layOut as typeset } from '#core/typeset/lay-out.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { DEMO_TEMPLATE } from '#db/seed/demo-template.ts';
import { FACES, layOut, soffice } from '#tests/fixtures/docx/soffice.ts';
import { judge } from '#tests/unit/pdf/documents.ts';
import { key, line, says } from '../template/contents.ts';
import { testFaces } from '../typeset/paragraphs.ts';

const PICTURE = writePng({ width: 2, height: 2, pixels: new Uint8ClampedArray(16).fill(255) }, 300);
const DIGEST = Buffer.from(await crypto.subtle.digest('SHA-256', PICTURE)).toString('hex');
const pictures = new Map([[DIGEST, PICTURE]]);
const placeName = ({ key: anchor }: { key: string }) => `位置${anchor}`;

const plain = { align: null, size: null, leading: null, indent: null, firstIndent: null };
const marked = (text: string, ...marks: object[]): BodyInline => ({
  type: 'text',
  text,
  marks: marks as never,
});
const clause = (id: string, level: number, ...content: BodyInline[]): BodyBlock & { type: 'clause' } => ({
  type: 'clause',
  attrs: { ...plain, id: key(id), level },
  content,
});
const item = (level: number, ordered: boolean, text: string) => ({
  type: 'item' as const,
  attrs: { level, ordered },
  content: [says(text)],
});
const cell = (text: string, more: object = {}, type: 'tableCell' | 'tableHeader' = 'tableCell') => ({
  type,
  attrs: { colspan: 1, rowspan: 1, middle: false, ...more },
  content: [line(says(text))],
});
const picture = {
  type: 'picture' as const,
  attrs: { file: DIGEST, width: 30, height: 20.5, alt: '图样', align: null },
};
const field = (name: string): BodyInline => ({ type: 'field', attrs: { field: key(name) } });

/** Every construct of the editor. */
const everything = (numbering: 'DECIMAL' | 'CHINESE'): WebContent =>
  webContent.parse({
    kind: 'WEB',
    page: {
      size: 'A5',
      marginTop: 20.5,
      marginRight: 18,
      marginBottom: 22,
      marginLeft: 19.3,
      header: '采购 & 合同',
      footer: '第 {page} 页，共 {pages} 页',
      numbering,
    },
    fields: [
      { key: key('name'), name: '甲方名称', types: ['TEXT'], length: 20, position: 1 },
      { key: key('item'), name: '品名', types: ['TEXT'], length: 10, position: 2 },
    ],
    rows: [{ key: key('rows'), name: '清单', position: 1 }],
    options: [{ key: key('opt'), name: '担保', position: 1 }],
    signers: [{ key: key('sign'), name: '甲方', type: 'ENTERPRISE', position: 1 }],
    anchors: [
      {
        key: key('seal'),
        signer: key('sign'),
        kind: 'ENT_SEAL',
        at: { by: 'MARK' },
        width: 42,
        height: 42,
        position: 1,
      },
    ],
    body: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { ...plain, level: 1 }, content: [says('采购合同 <A&B>')] },
        {
          type: 'heading',
          attrs: { ...plain, level: 3, align: 'right', size: 16 },
          content: [says('小标题')],
        },
        line(says('甲方：'), field('name'), says('，以下简称甲方。')),
        {
          type: 'paragraph',
          attrs: { align: 'right', size: 14, leading: 1.5, indent: 2, firstIndent: 0 },
          content: [
            marked('粗', { type: 'bold' }),
            marked('线', { type: 'underline' }, { type: 'strike' }),
            marked('大红', { type: 'textStyle', attrs: { size: 18, colour: '#c00000' } }),
            { type: 'hardBreak' },
            { ...(field('name') as object), marks: [{ type: 'bold' }] } as BodyInline,
          ],
        },
        line(),
        clause('a', 0, marked('标的', { type: 'bold' })),
        clause('b', 1, says('按第 '), { type: 'reference', attrs: { clause: key('d') } }, says(' 条。')),
        clause('c', 2, says('三级')),
        clause('d', 1, says('第二款')),
        clause('e', 3, says('四级')),
        item(0, true, '一项'),
        item(1, true, '细项'),
        item(1, true, '细项二'),
        item(0, true, '二项'),
        item(1, true, '又一细项'),
        item(0, false, '圆点'),
        item(1, false, '小圆点'),
        item(0, true, '另起'),
        line(says('中断')),
        item(0, true, '重新开始'),
        picture,
        { type: 'pageBreak' },
        {
          type: 'table',
          attrs: { widths: [20, 30.5, 49.5], headerRows: 1, border: true },
          content: [
            {
              type: 'tableRow',
              attrs: { repeat: null },
              content: ['品名', '数量', '备注'].map((text) => cell(text, {}, 'tableHeader')),
            },
            {
              type: 'tableRow',
              attrs: { repeat: null },
              content: [cell('合并', { rowspan: 2, middle: true }), cell('跨列', { colspan: 2 })],
            },
            { type: 'tableRow', attrs: { repeat: null }, content: [cell('左'), cell('右')] },
            {
              type: 'tableRow',
              attrs: { repeat: key('rows') },
              content: [
                { ...cell(''), content: [line(field('item'))] },
                { ...cell(''), content: [item(0, true, '一'), item(0, true, '二'), picture] },
                cell('末', {}, 'tableHeader'),
              ],
            },
          ],
        },
        {
          type: 'table',
          attrs: { widths: [], headerRows: 0, border: false },
          content: [{ type: 'tableRow', attrs: { repeat: null }, content: [cell('无框'), cell('二')] }],
        },
        {
          type: 'optional',
          attrs: { option: key('opt') },
          content: [
            clause('f', 0, says('担保')),
            { type: 'pageBreak' },
            { type: 'group', content: [line(says('同页'))] },
          ],
        },
        {
          type: 'group',
          content: [
            line(says('甲方：'), { type: 'seal', attrs: { anchor: key('seal') } }),
            line(says('日期')),
          ],
        },
      ],
    },
  });

/** A body with what its schema leaves open filled in, clauses by their place, and widths as shares of a hundred. */
function shapeOf(content: Pick<WebContent, 'body'>): unknown {
  const ids = new Map<string, string>();
  const visit = (node: Record<string, unknown>): unknown => {
    const { type } = node;
    const attrs = { ...(node.attrs as Record<string, unknown>) };
    if (['paragraph', 'heading', 'clause'].includes(String(type)))
      Object.assign(attrs, { ...plain, ...attrs });
    if (type === 'tableCell' || type === 'tableHeader')
      Object.assign(attrs, { colspan: 1, rowspan: 1, middle: false, ...attrs });
    if (type === 'tableRow') attrs.repeat ??= null;
    if (type === 'clause') {
      ids.set(String(attrs.id), `clause ${ids.size}`);
      attrs.id = ids.get(String(attrs.id));
    }
    if (type === 'reference') attrs.clause = { of: attrs.clause };
    if (type === 'table') {
      const widths = attrs.widths as number[];
      const sum = widths.reduce((all, width) => all + width, 0);
      attrs.widths = widths.map((width) => Math.round((width / sum) * 100));
    }
    const content = (node.content as Record<string, unknown>[] | undefined)?.map(visit) ?? [];
    const marks = node.marks as unknown[] | undefined;
    return { type, attrs, content, text: node.text ?? '', marks: marks ?? [] };
  };
  const shape = visit(content.body);
  return JSON.parse(JSON.stringify(shape), (_, value) =>
    value && typeof value === 'object' && 'of' in value ? ids.get(value.of) : value,
  );
}

let made = 0;
const newKey = () => `new${String(made++).padStart(9, '0')}`;
const exported = (content: WebContent): Bytes => writeDocx(content, { title: '合同', pictures, placeName });
const NOTHING = { fields: [], rows: [], options: [], signers: [], anchors: [] };

describe('a web template as a Word file', () => {
  it.each([
    ['every construct, numbers 1.1', everything('DECIMAL')],
    ['every construct, 第一条', everything('CHINESE')],
    ['the template of the demo', DEMO_TEMPLATE.content],
  ])(
    '%s: is read again as the same text, into its own template and into an empty one',
    async (_, content) => {
      const docx = openDocx(exported(content));
      for (const there of [content, NOTHING]) {
        const { body, page, added, leftOut, pictures: files } = await importDocx(docx, { there, newKey });
        expect(leftOut).toEqual([]);
        expect(shapeOf({ body })).toEqual(shapeOf(content));
        expect({ ...content.page, ...page }).toEqual(content.page);
        expect([...files.keys()]).toEqual(JSON.stringify(content.body).includes(DIGEST) ? [DIGEST] : []);
        const { fields, rows, options, signers, anchors } = content;
        const position = (list: readonly { key: string }[]) =>
          list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
        const lists = there === NOTHING ? { fields, rows, options, signers, anchors } : NOTHING;
        for (const name of ['fields', 'rows', 'options', 'signers', 'anchors'] as const)
          expect(position(added[name])).toEqual(position(lists[name]));
      }
    },
  );

  it('holds its fields, places, parts and rows as controls of a Word template', () => {
    const marks = readMarks(openDocx(exported(everything('DECIMAL'))));
    expect(marks.map((mark) => (mark.kind === 'OWN' ? `${mark.level} ${mark.key}` : mark.kind))).toEqual([
      `RUN ${key('name')}`,
      `RUN ${key('name')}`,
      `ROW ${key('rows')}`,
      `RUN ${key('item')}`,
      `BLOCK ${key('opt')}`,
      `RUN ${key('seal')}`,
    ]);
  });

  it('brings its lists along into a Word template that does not have them', () => {
    const content = everything('DECIMAL');
    const docx = openDocx(exported(content));
    const brought = broughtAlong(docx, NOTHING);
    expect(brought.fields).toEqual(content.fields);
    expect(brought.anchors).toEqual(content.anchors);
    expect(brought.signers).toEqual(content.signers);
    expect([brought.rows, brought.options]).toEqual([content.rows, content.options]);
    expect(broughtAlong(docx, content)).toEqual(NOTHING);
  });

  it('has the same bytes for the same template', () => {
    expect(exported(DEMO_TEMPLATE.content)).toEqual(exported(DEMO_TEMPLATE.content));
  });
});

/** What a PDF says without blanks: lines end elsewhere where fonts differ. */
const wordsOf = (pdf: Bytes): string =>
  Buffer.from(judge('pdftotext', pdf, '-layout', 'FILE', '-').text, 'latin1')
    .toString('utf8')
    .replace(/\s+/g, '');

const sampleOf = (content: WebContent) => ({
  fields: Object.fromEntries(content.fields.map((one) => [one.key, sampleValue(one, 'zh-CN')])),
  rows: Object.fromEntries(
    content.rows.map(({ key: rows }) => [
      rows,
      [Object.fromEntries(content.fields.map((one) => [one.key, sampleValue(one, 'zh-CN')]))],
    ]),
  ),
  options: {},
});

const withoutMargins = (content: WebContent): WebContent => ({
  ...content,
  page: { ...content.page, header: '', footer: '' },
});

if (soffice)
  describe('LibreOffice’s rendering of the Word file', () => {
    it.each([
      ['every construct, numbers 1.1', everything('DECIMAL')],
      ['every construct, 第一条', everything('CHINESE')],
      // on two pages, which LibreOffice ends elsewhere: without the lines that would stand in between
      ['the template of the demo', withoutMargins(DEMO_TEMPLATE.content)],
    ])('%s: says what the typesetter says', async (_, content) => {
      const values = sampleOf(content);
      const docx = openDocx(exported(content));
      const { fields, rows, options, signers, anchors } = content;
      const lists = { fields, rows, options, signers, anchors };
      const filled = fillDocx(
        docx,
        { kind: 'WORD', docx: 'a'.repeat(64), rowFields: rowFieldsOf(docx, lists), ...lists },
        values,
        { format: (one, value) => formatValue(one, value, 'zh-CN') },
      );
      const theirs = await layOut(forConversion(openDocx(filled), { faces: FACES }).bytes);
      const faces = testFaces();
      const set = typeset(
        fillBody(content, values, { title: '合同', language: 'zh-CN', pictures, mode: 'VALUES' }),
        faces,
      );
      const ours = writePdf(set, faces.files, { now: 0, id: new Uint8Array(16) });
      expect(wordsOf(theirs)).toBe(wordsOf(ours));
    });
  });
else it('LibreOffice is not installed here: what it makes of the Word file was not judged', () => undefined);
