/** Form fields of tagged files: made content of the page, they stay where screen readers found them. */
import { expect, it } from 'vitest';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { PreparationSpec } from '#core/pdf/prepare/spec.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { judge, picture, plainPdf, throughQpdf } from './documents.ts';

const TEXT =
  'BT /H 12 Tf 72 700 Td /P <</MCID 0>> BDC (Amount due) Tj EMC 0 -100 Td /P <</MCID 1>> BDC (End) Tj EMC ET';
const SHOWN = '/Tx BMC BT /H 12 Tf 2 5 Td (12000) Tj ET EMC';
const stream = (dict: string, data: string) => `<<${dict}/Length ${data.length}>>stream\n${data}\nendstream`;

interface Parts {
  /** The page's entry for its list of elements, and the number tree. */
  parents?: string;
  tree?: string;
  /** Entries of the widget, and of its element. */
  widget?: string;
  element?: string;
  look?: string;
}

/** A paragraph, an amount to fill in, a box to tick without a tick, a paragraph: in this order in the structure. */
const taggedForm = ({
  parents = '/StructParents 0',
  tree = '<</Nums[0 14 0 R 1 11 0 R 2 12 0 R]>>',
  widget = '/StructParent 1',
  element = '/K<</Type/OBJR/Obj 4 0 R/Pg 3 0 R>>',
  look = '',
}: Parts = {}): Bytes =>
  plainPdf([
    '<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot 8 0 R/AcroForm<</Fields[4 0 R 5 0 R]/DR<</Font<</H 7 0 R>>>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</H 7 0 R>>>>/Contents 6 0 R/Annots[4 0 R 5 0 R]${parents}>>`,
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/TU(Amount in yuan)/F 4/Rect[72 640 300 660]/DA(/H 12 Tf 0 g)/V(12000)/AP<</N 13 0 R>>${widget}>>`,
    '<</Type/Annot/Subtype/Widget/FT/Btn/T(agreed)/F 4/Rect[72 620 87 635]/AS/Off/V/Off/AP<</N<</On 15 0 R>>>>/StructParent 2>>',
    stream('', TEXT),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/StructTreeRoot/K 9 0 R/ParentTree ${tree}/ParentTreeNextKey 3>>`,
    '<</Type/StructElem/S/Document/P 8 0 R/K[10 0 R 11 0 R 12 0 R 16 0 R]>>',
    '<</Type/StructElem/S/P/P 9 0 R/Pg 3 0 R/K 0>>',
    `<</Type/StructElem/S/Form/P 9 0 R/Pg 3 0 R${element}>>`,
    '<</Type/StructElem/S/Form/P 9 0 R/Pg 3 0 R/K[<</Type/OBJR/Obj 5 0 R>>]>>',
    stream(`/Type/XObject/Subtype/Form/BBox[0 0 228 20]/Resources<</Font<</H 7 0 R>>>>${look}`, SHOWN),
    '[10 0 R 16 0 R]',
    stream('/Type/XObject/Subtype/Form/BBox[0 0 15 15]/Resources<<>>', '0 0 15 15 re f'),
    '<</Type/StructElem/S/P/P 9 0 R/Pg 3 0 R/K[1]>>',
  ]);

async function prepared(file: Bytes, spec: PreparationSpec = {}): Promise<Bytes> {
  const box = { x: 20, y: 200, width: 30, height: 30 };
  const signatureFields = [{ name: 'Signer1', places: [{ kind: 'at' as const, page: 0, box }] }];
  const { append } = await preparePdf(file, { signatureFields, formFields: 'flatten', ...spec });
  return concatBytes(file, append);
}

const openFields = (file: Bytes) =>
  listFields(openPdfBytes(file)).flatMap(({ name, type }) => (type === 'Sig' ? [] : [name]));
const spokenOf = (file: Bytes) => judge('pdfinfo', file, '-struct-text', 'FILE').text;
const looksSame = (a: Bytes, b: Bytes) =>
  expect(Buffer.compare(picture(a, 0).rgb, picture(b, 0).rgb)).toBe(0);

it.each<[string, Parts]>([
  ['as writers make it', {}],
  ['with a page list inside of the tree', { tree: '<</Nums[0[10 0 R 16 0 R] 1 11 0 R 2 12 0 R]>>' }],
  [
    'with a tree of several nodes',
    { tree: '<</Kids[<</Limits[0 0]/Nums[0[10 0 R 16 0 R]]>><</Limits[1 2]/Nums[1 11 0 R 2 12 0 R]>>]>>' },
  ],
  ['whose element has attributes already', { element: '/A<</O/Layout>>/K[<</Type/OBJR/Obj 4 0 R>>]' }],
])('a tagged form %s becomes content, read at the same place as before', async (_, parts) => {
  const file = taggedForm(parts);
  const flat = await prepared(file);
  expect(openFields(flat)).toEqual([]);
  expect(spokenOf(file)).toMatch(/"Amount due"/);
  // poppler reads the words of a structure in order: the amount stands between the paragraphs
  expect(spokenOf(flat).replace(/\s+/g, ' ')).toMatch(/"Amount due".*Form.*"12000".*"End"/);
  expect(Buffer.from(flat).toString('latin1')).toMatch(
    /\/O ?\/PrintField ?\/Role ?\/tv ?\/Desc ?\(Amount in yuan\)/,
  );
  looksSame(file, await prepared(file, { signatureFields: [] }));
  expect(judge('qpdf', flat, '--check', 'FILE').code).toBe(0);
});

it.each<[string, Parts]>([
  ['the structure does not know', { widget: '' }],
  ['another element is named for', { element: '/K<</Type/OBJR/Obj 5 0 R>>' }],
  ['has marks of its own', { look: '/StructParents 7' }],
])('a tagged form with a field that %s keeps it, locked', async (_, parts) => {
  expect(openFields(await prepared(taggedForm(parts)))).toEqual(['amount']);
});

it('two rounds of object streams and a second field of ours leave one whole structure', async () => {
  const file = throughQpdf(taggedForm(), '--object-streams=generate');
  const flat = await prepared(file);
  expect(spokenOf(flat).replace(/\s+/g, ' ')).toMatch(/"Amount due".*"12000".*"End"/);
  expect(openFields(flat)).toEqual([]);
});
