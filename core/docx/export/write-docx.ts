import { zipSync } from 'fflate';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { BodyBlock, FlatBlock } from '#core/template/body.ts';
import type { ContentPage, WebContent } from '#core/template/content.ts';
import { walkBody } from '#core/template/walk-body.ts';
import { CHINESE_NUMBERING, DECIMAL_NUMBERING, numberClauses } from '#core/typeset/numbering.ts';
import { controlXml } from '../control.ts';
import { OWN_LISTS_PATH, ownListsXml } from '../own-lists.ts';
import { GROUP_TAG } from '../own-names.ts';
import { makeLists, numberingXml } from './numbering-xml.ts';
import { type Around, paragraphXml, pictureXml } from './paragraph-xml.ts';
import { STYLES, stylesXml } from './styles-xml.ts';
import { tableXml } from './table-xml.ts';
import type { Writing } from './writing.ts';

export interface DocxOptions {
  title: string;
  /** Pictures of the text by their SHA-256. */
  pictures: ReadonlyMap<string, Bytes>;
  /** Name of a signer's place, such as `甲方·企业印章`. */
  placeName: (anchor: WebContent['anchors'][number]) => string;
}

/**
 * Writes a web template as a Word file (ISO/IEC 29500): numbers become Word numbering, references Word fields, and
 * fields, places, optional parts and repeated rows our controls, so that the file can be used as a Word template. It
 * includes the lists that the controls refer to. `importDocx` reads the same text back from it.
 *
 * ```ts
 * const placeName = (anchor) => names.get(anchor.key) ?? '';
 * const bytes = writeDocx(content, { title: '采购合同', pictures: new Map(), placeName });
 * ```
 */
export function writeDocx(content: WebContent, { title, pictures, placeName }: DocxOptions): Bytes {
  const { page } = content;
  const paper = PAPERS[page.size];
  let id = 0;
  const clauses: { id: string; level: number }[] = [];
  const referred = new Set<string>();
  walkBody(content.body, {
    block: (block) => {
      if (block.type === 'clause') clauses.push(block.attrs);
    },
    inline: (node) => {
      if (node.type === 'reference') referred.add(node.attrs.clause);
    },
  });
  const writing: Writing = {
    content,
    pictures,
    placeName,
    lists: makeLists(),
    numberOf: numberClauses({
      blocks: clauses.map((clause) => ({ kind: 'clause', ...clause, inlines: [] })),
      numbering: page.numbering === 'CHINESE' ? CHINESE_NUMBERING : DECIMAL_NUMBERING,
    }).referenceTo,
    bookmarks: new Map(
      clauses.flatMap((clause, at) => (referred.has(clause.id) ? [[clause.id, `_RefSignet${at + 1}`]] : [])),
    ),
    used: [],
    nextId: () => 500_000_001 + id++,
    width: twips(paper[0] - page.marginLeft - page.marginRight),
  };
  const body = blocksXml(content.body.content, writing);
  return pack({ content, title, body: body + sectionXml(page), writing });
}

const PAPERS: Record<ContentPage['size'], readonly [width: number, height: number]> = {
  A4: [210, 297],
  A4_LANDSCAPE: [297, 210],
  A3: [297, 420],
  A5: [148, 210],
  LETTER: [215.9, 279.4],
};
const twips = (mm: number): number => Math.round((mm * 1440) / 25.4);

const GAP = `<w:p><w:pPr><w:pStyle w:val="${STYLES.gap}"/></w:pPr></w:p>`;

/** Blocks in order; Word requires a paragraph between two tables and after a final one. */
function blocksXml(blocks: readonly BodyBlock[], writing: Writing): string {
  return blocks
    .map((block, at) => {
      const next = blocks[at + 1];
      const gap = block.type === 'table' && (next === undefined || next.type === 'table') ? GAP : '';
      return blockXml(block, writing) + gap;
    })
    .join('');
}

function blockXml(block: BodyBlock, writing: Writing, around: Around = {}): string {
  if (block.type !== 'item' && block.type !== 'optional') writing.lists.end();
  switch (block.type) {
    case 'pageBreak':
      return `<w:p><w:pPr><w:pStyle w:val="${STYLES.flush}"/></w:pPr><w:r><w:br w:type="page"/></w:r></w:p>`;
    case 'optional': {
      const option = writing.content.options.find(({ key }) => key === block.attrs.option);
      const inner = blocksXml(block.content, writing);
      if (!option) return inner;
      const { open, close } = controlXml(option.key, { title: option.name, id: writing.nextId() });
      return open + inner + close;
    }
    case 'group': {
      const inner = block.content.map((one, at) =>
        blockXml(one, writing, { keep: at < block.content.length - 1 }),
      );
      const end = block.content.at(-1)?.type === 'table' ? GAP : '';
      return (
        `<w:sdt><w:sdtPr><w:tag w:val="${GROUP_TAG}"/><w:id w:val="${writing.nextId()}"/></w:sdtPr><w:sdtContent>` +
        `${inner.join('')}${end}</w:sdtContent></w:sdt>`
      );
    }
    default:
      return flatXml(block, writing, around);
  }
}

function flatXml(block: FlatBlock, writing: Writing, around: Around): string {
  if (block.type === 'table') return tableXml(block, writing);
  return block.type === 'picture' ? pictureXml(block, writing, around) : paragraphXml(block, writing, around);
}

/** Modification time of all parts: the same template gives the same bytes. */
const DATE = '1980-01-02T00:00:00Z';

const FROM_EDGE = 0.5;

function sectionXml(page: ContentPage): string {
  const [width, height] = PAPERS[page.size].map(twips) as [number, number];
  const { marginTop, marginRight, marginBottom, marginLeft } = page;
  const references = (['header', 'footer'] as const).map((name) =>
    page[name] === '' ? '' : `<w:${name}Reference w:type="default" r:id="rId${name}"/>`,
  );
  return (
    `<w:sectPr>${references.join('')}<w:pgSz w:w="${width}" w:h="${height}"${width > height ? ' w:orient="landscape"' : ''}/>` +
    `<w:pgMar w:top="${twips(marginTop)}" w:right="${twips(marginRight)}" w:bottom="${twips(marginBottom)}" w:left="${twips(marginLeft)}" ` +
    `w:header="${twips(marginTop * FROM_EDGE)}" w:footer="${twips(marginBottom * FROM_EDGE)}" w:gutter="0"/></w:sectPr>`
  );
}

/** Compatibility mode of Word 2013 and later, instead of older layouts. */
const COMPATIBLE =
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const rooted = (name: string, inner: string): string =>
  `${HEAD}<w:${name} xmlns:w="${W}" xmlns:r="${R}">${inner}</w:${name}>`;

/** A header or footer: one centred line, `{page}` and `{pages}` as fields. */
function marginXml(text: string): string {
  const look = '<w:rPr><w:color w:val="555555"/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>';
  const runs = text.split(/(\{pages?\})/).map((part) => {
    if (part === '') return '';
    if (part !== '{page}' && part !== '{pages}')
      return `<w:r>${look}<w:t xml:space="preserve">${escapeXml(part)}</w:t></w:r>`;
    const instruction = part === '{page}' ? 'PAGE' : 'NUMPAGES';
    return `<w:fldSimple w:instr=" ${instruction} "><w:r>${look}<w:t>1</w:t></w:r></w:fldSimple>`;
  });
  return `<w:p><w:pPr><w:pStyle w:val="${STYLES.flush}"/><w:jc w:val="center"/></w:pPr>${runs.join('')}</w:p>`;
}

interface DocxSource {
  content: WebContent;
  title: string;
  body: string;
  writing: Writing;
}

function pack({ content, title, body, writing }: DocxSource): Bytes {
  const { page, fields, rows, options, signers, anchors } = content;
  const texts: Record<string, string> = {
    'word/document.xml': rooted('document', `<w:body>${body}</w:body>`),
    'word/styles.xml': rooted('styles', stylesXml()),
    'word/numbering.xml': rooted('numbering', numberingXml(page.numbering, writing.lists.begun)),
    'word/settings.xml': rooted('settings', COMPATIBLE),
    [OWN_LISTS_PATH]: ownListsXml({ fields, rows, options, signers, anchors, numbering: page.numbering }),
    'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
  };
  const parts = ['styles', 'numbering', 'settings'].map((name) => [name, name, `${name}.xml`] as const);
  const beside: (readonly [id: string, type: string, target: string])[] = [
    ...parts,
    ['lists', 'customXml', `../${OWN_LISTS_PATH}`],
  ];
  const overrides = ['document.main:document', ...parts.map(([name]) => `${name}:${name}`)];
  for (const name of ['header', 'footer'] as const) {
    if (page[name] === '') continue;
    texts[`word/${name}1.xml`] = rooted(name === 'header' ? 'hdr' : 'ftr', marginXml(page[name]));
    beside.push([name, name, `${name}1.xml`]);
    overrides.push(`${name}:${name}1`);
  }
  const files: Record<string, Uint8Array> = {};
  for (const { digest, picture, relation } of writing.used) {
    const target = `media/${digest.slice(0, 32)}.${picture.type}`;
    files[`word/${target}`] = picture.bytes;
    beside.push([relation.slice(3), 'image', target]);
  }
  texts['word/_rels/document.xml.rels'] = relationsXml(
    beside.map(([id, type, target]) => [`rId${id}`, `${R}/${type}`, target]),
  );
  texts['_rels/.rels'] = relationsXml([
    ['rId1', `${R}/officeDocument`, 'word/document.xml'],
    [
      'rId2',
      'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      'docProps/core.xml',
    ],
  ]);
  texts['[Content_Types].xml'] = typesXml(overrides);
  const entries = ['[Content_Types].xml', '_rels/.rels', ...Object.keys(texts)].map((path) => [
    path,
    utf8(texts[path]!),
  ]);
  return zipSync({ ...Object.fromEntries(entries), ...files }, { mtime: DATE });
}

const relationsXml = (lines: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const typesXml = (overrides: readonly string[]): string =>
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
  '<Default Extension="jpeg" ContentType="image/jpeg"/>' +
  `${overrides
    .map((one) => {
      const [type, name] = one.split(':');
      return `<Override PartName="/word/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`;
    })
    .join('')}` +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>';
