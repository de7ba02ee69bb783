import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import type { ContentPage } from '#core/template/content.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { type Docx, findPart, type Relation, readXmlPart, resolveTarget } from '../open-docx.ts';
import { elementsBelow } from '../part.ts';
import type { LeftOutList } from './left-out.ts';

/** Paper sizes, mm, as `fillBody` knows them. */
const PAPERS = [
  ['A4', 210, 297],
  ['A4_LANDSCAPE', 297, 210],
  ['A3', 297, 420],
  ['A5', 148, 210],
  ['LETTER', 215.9, 279.4],
] as const;
const SLACK = 2;
const TWIPS_PER_MM = 1440 / 25.4;
const LONGEST = 100;

/** Paper, margins, header and footer of the last section. */
export function readSetUp(
  docx: Docx,
  sections: readonly XmlElement[],
  relations: ReadonlyMap<string, Relation>,
  left: LeftOutList,
): Partial<ContentPage> {
  const last = sections.at(-1);
  const page: Partial<ContentPage> = {};
  const mm = (twips: string | undefined) => Math.round((Number(twips) / TWIPS_PER_MM) * 10) / 10;
  const size = child(last, 'pgSz')?.attributes;
  if (size?.w && size.h) {
    const [width, height] = [mm(size.w), mm(size.h)];
    const paper = PAPERS.find(([, w, h]) => Math.abs(w - width) < SLACK && Math.abs(h - height) < SLACK);
    page.size = paper?.[0] ?? 'A4';
    if (!paper) left.add('paper', `${width} × ${height} mm`);
  }
  const margins = child(last, 'pgMar')?.attributes;
  for (const [name, from] of [
    ['marginTop', 'top'],
    ['marginRight', 'right'],
    ['marginBottom', 'bottom'],
    ['marginLeft', 'left'],
  ] as const) {
    if (margins?.[from] === undefined) continue;
    const value = Math.abs(mm(margins[from]));
    page[name] = Math.min(80, Math.max(5, value));
    if (page[name] !== value) left.add('margin', `${value} mm`);
  }
  if (sections.some((one) => JSON.stringify(shapeOf(one)) !== JSON.stringify(shapeOf(last))))
    left.add('section', '');
  if (Number(child(last, 'cols')?.attributes.num ?? 1) > 1) left.add('columns', '');
  page.header = readMargin(docx, last, 'headerReference', relations, left);
  page.footer = readMargin(docx, last, 'footerReference', relations, left);
  return page;
}

const shapeOf = (section: XmlElement | undefined) =>
  ['pgSz', 'pgMar'].map((name) => child(section, name)?.attributes);

/** The text of the header or footer of most pages, with page numbers as `{page}` and `{pages}`. */
function readMargin(
  docx: Docx,
  section: XmlElement | undefined,
  name: 'headerReference' | 'footerReference',
  relations: ReadonlyMap<string, Relation>,
  left: LeftOutList,
): string {
  let words = '';
  for (const { attributes } of childrenNamed(section, name)) {
    const relation = relations.get(attributes.id ?? '');
    if (!relation || relation.external) continue;
    const path = findPart(docx.pkg, resolveTarget(docx.parts[0]!.path, relation.target));
    if (path === undefined) continue;
    const { root } = readXmlPart(docx.pkg, path);
    const text = marginText(root);
    if (attributes.type === 'default' || attributes.type === undefined) {
      words = text;
      if ([...elementsBelow(root)].some((inner) => ['drawing', 'pict', 'tbl'].includes(inner.name)))
        left.add('otherHeader', text);
    } else if (text !== '') left.add('otherHeader', text);
  }
  return words.slice(0, LONGEST);
}

function marginText(root: XmlElement): string {
  const lines: string[] = [];
  const fields: { instruction: string; reading: boolean; number: string | undefined }[] = [];
  const numberOf = (instruction: string) =>
    /^\s*NUMPAGES\b/i.test(instruction) ? '{pages}' : /^\s*PAGE\b/i.test(instruction) ? '{page}' : undefined;
  const add = (text: string) => {
    if (!fields.some(({ number }) => number)) lines[Math.max(0, lines.length - 1)] += text;
  };
  const visit = (element: XmlElement): void => {
    // Fallback repeats a drawing's text; a phonetic guide is not part of the words.
    if (element.name === 'Fallback' || element.name === 'rt') return;
    if (element.name === 'p') lines.push('');
    const field = fields.at(-1);
    if (element.name === 'fldSimple') {
      const number = numberOf(element.attributes.instr ?? '');
      if (number) {
        add(number);
        return;
      }
    }
    if (element.name === 't') add(element.text);
    if (element.name === 'tab' && lines.length > 0) add(' ');
    if (element.name === 'instrText' && field?.reading) field.instruction += element.text;
    if (element.name === 'fldChar') {
      const type = element.attributes.fldCharType;
      if (type === 'begin') fields.push({ instruction: '', reading: true, number: undefined });
      if (type === 'separate' && field) {
        field.reading = false;
        const number = numberOf(field.instruction);
        if (number) {
          add(number);
          field.number = number;
        }
      }
      if (type === 'end') {
        const ended = fields.pop();
        // a field without a result
        if (ended?.reading) add(numberOf(ended.instruction) ?? '');
      }
    }
    for (const inner of element.children) visit(inner);
  };
  visit(root);
  return withoutHidden(
    lines
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' '),
  );
}
