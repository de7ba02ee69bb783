/**
 * Reduces foreign HTML (Word, WPS, WeChat articles, web pages) to the elements of the editor: structure, bold,
 * underline, strike and alignment stay, fonts, sizes, colours and links are removed. Only reads the DOM, so nothing is
 * loaded.
 */
import { withoutHidden } from '#core/validate/hidden-characters.ts';

/** The subset of a DOM node that is read. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
}

/** What was dropped, to be reported to the user. */
export interface LeftOut {
  pictures: number;
  hidden: number;
}

const ELEMENT = 1;
const TEXT = 3;
const DROPPED = new Set(
  'HEAD STYLE SCRIPT META LINK TITLE XML IFRAME OBJECT EMBED SVG MATH TEMPLATE NOSCRIPT INPUT BUTTON SELECT TEXTAREA AUDIO VIDEO CANVAS'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'P DIV SECTION ARTICLE HEADER FOOTER MAIN ASIDE BLOCKQUOTE PRE UL OL LI DL DT DD FIGURE FIGCAPTION ADDRESS CENTER TABLE H1 H2 H3 H4 H5 H6 HR'.split(
    ' ',
  ),
);
const CELLS = new Set(['TD', 'TH']);

interface Look {
  bold: boolean;
  underline: boolean;
  strike: boolean;
}
interface List {
  level: number;
  ordered: boolean;
}
interface Block {
  tag: string;
  attributes: string;
  parts: string[];
  /** Only whitespace so far: leading whitespace is dropped. */
  isEmpty: boolean;
  /** What a list's own paragraphs go into. */
  isItem: boolean;
}

interface Cleaner {
  out: string[];
  block: Block | undefined;
  /** In a cell: no headings and no clauses, nested tables become plain text. */
  inCell: boolean;
  leftOut: LeftOut;
}

const PLAIN: Look = { bold: false, underline: false, strike: false };

/** The attribute that replaces `style`, which the browser would apply. */
const STYLE = 'data-pasted-style';
const TAG = /<[a-z][^>]*>/gi;

/**
 * Makes HTML parsable under a CSP that forbids inline styles and handlers: the browser would report each of them,
 * although nothing is rendered. Removes style sheets and handlers, and renames style attributes.
 */
export const parsable = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(TAG, (tag) =>
      tag
        .replace(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '')
        .replace(/(\s)style(\s*=)/gi, `$1${STYLE}$2`),
    );

/** The cleaned HTML of a body, and what was dropped. */
export function cleanHtml(body: HtmlNode): { html: string; leftOut: LeftOut } {
  const cleaner: Cleaner = { out: [], block: undefined, inCell: false, leftOut: { pictures: 0, hidden: 0 } };
  children(body, cleaner, PLAIN, undefined);
  close(cleaner);
  return { html: cleaner.out.join(''), leftOut: cleaner.leftOut };
}

function children(node: HtmlNode, cleaner: Cleaner, look: Look, list: List | undefined): void {
  for (const child of Array.from(node.childNodes)) walk(child, cleaner, look, list);
}

function walk(node: HtmlNode, cleaner: Cleaner, look: Look, list: List | undefined): void {
  if (node.nodeType === TEXT) text(node.textContent ?? '', cleaner, look);
  else if (node.nodeType === ELEMENT) element(node, cleaner, look, list);
}

function element(node: HtmlNode, cleaner: Cleaner, look: Look, list: List | undefined): void {
  const name = node.nodeName.toUpperCase();
  const style = styleOf(node);
  if (DROPPED.has(name) || name.includes(':') || style.display === 'none' || style['mso-hide'] === 'all') {
    // Word wraps the text of smart tags in namespaced elements: keep the text
    if (/^(O:P|ST1:|W:)/.test(name)) children(node, cleaner, look, list);
  } else if (name === 'IMG') cleaner.leftOut.pictures += 1;
  else if (name === 'BR') {
    if (style['page-break-before'] === 'always') pageBreak(cleaner);
    else cleaner.block?.parts.push('<br>');
  } else if (name === 'HR') close(cleaner);
  else if (name === 'TABLE' && !cleaner.inCell) table(node, cleaner);
  else if (BLOCKS.has(name) || CELLS.has(name) || name === 'TR') block(node, name, style, cleaner, list);
  else children(node, cleaner, inlineLook(name, style, look), list);
}

function block(
  node: HtmlNode,
  name: string,
  style: Record<string, string>,
  cleaner: Cleaner,
  list: List | undefined,
): void {
  const look = blockLook(style);
  if (
    cleaner.block?.isEmpty &&
    cleaner.block.isItem &&
    (name === 'P' || name === 'DIV' || name === 'SECTION')
  ) {
    children(node, cleaner, look, list);
    return;
  }
  close(cleaner);
  if (style['page-break-before'] === 'always') pageBreak(cleaner);
  if (name === 'UL' || name === 'OL') {
    const level = list ? Math.min(3, list.level + 1) : 0;
    children(node, cleaner, look, { level, ordered: name === 'OL' });
    close(cleaner);
    return;
  }
  const word = wordList(node, style);
  const align = alignOf(
    style['text-align'] ?? node.getAttribute?.('align') ?? (name === 'CENTER' ? 'center' : ''),
  );
  const attributes = [
    align && ` data-align="${align}"`,
    firstIndentOf(style) && !cleaner.inCell ? ' data-first-indent="2"' : '',
  ].join('');
  if (word) open(cleaner, 'p', word.attributes(cleaner.inCell));
  else if (name === 'LI' && list)
    open(cleaner, 'p', ` data-item data-level="${list.level}"${list.ordered ? ' data-ordered' : ''}`);
  else if (/^H[1-6]$/.test(name) && !cleaner.inCell)
    open(cleaner, `h${Math.min(4, Number(name[1]))}`, align ? ` data-align="${align}"` : '');
  else open(cleaner, 'p', attributes);
  for (const child of Array.from(node.childNodes))
    if (child !== word?.label) walk(child, cleaner, look, list);
  close(cleaner);
}

/** Word lists are paragraphs whose number is literal text, marked to be ignored. */
function wordList(node: HtmlNode, style: Record<string, string>) {
  const [, level] = /\blevel(\d)/.exec(style['mso-list'] ?? '') ?? [];
  if (!level) return undefined;
  const label = Array.from(node.childNodes).find((child) => child.nodeType === ELEMENT && hasIgnored(child));
  const written = (label?.textContent ?? '').replace(/\s/g, '');
  const at = Math.min(3, Number(level) - 1);
  const numbered = /[0-9一二三四五六七八九十①-⑳]|^[（(]?[a-zA-Zivx]+[).）、]/.test(written);
  return {
    label,
    attributes: (inCell: boolean) => {
      if (numbered && !inCell) return ` data-clause="" data-level="${at}"`;
      return ` data-item data-level="${at}"${numbered ? ' data-ordered' : ''}`;
    },
  };
}

const hasIgnored = (node: HtmlNode): boolean =>
  styleOf(node)['mso-list'] === 'ignore' ||
  Array.from(node.childNodes).some((child) => child.nodeType === ELEMENT && hasIgnored(child));

const MOST_CELLS = 40;
const MOST_ROWS = 1_000;

function table(node: HtmlNode, cleaner: Cleaner): void {
  close(cleaner);
  const rows = rowsOf(node).slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  cleaner.out.push('<table>');
  for (const row of rows) {
    cleaner.out.push('<tr>');
    const cells = Array.from(row.childNodes).filter((child) => CELLS.has(child.nodeName.toUpperCase()));
    for (const cell of cells.slice(0, MOST_CELLS)) {
      const tag = cell.nodeName.toLowerCase();
      cleaner.out.push(`<${tag}${span(cell, 'colspan', MOST_CELLS)}${span(cell, 'rowspan', 200)}>`);
      cleaner.inCell = true;
      const before = cleaner.out.length;
      const align = alignOf(styleOf(cell)['text-align'] ?? cell.getAttribute?.('align') ?? '');
      open(cleaner, 'p', align ? ` data-align="${align}"` : '');
      children(cell, cleaner, PLAIN, undefined);
      close(cleaner);
      if (cleaner.out.length === before) cleaner.out.push('<p></p>');
      cleaner.inCell = false;
      cleaner.out.push(`</${tag}>`);
    }
    cleaner.out.push('</tr>');
  }
  cleaner.out.push('</table>');
}

/** The rows of this table, without those of nested tables. */
function rowsOf(node: HtmlNode): HtmlNode[] {
  return Array.from(node.childNodes).flatMap((child) => {
    const name = child.nodeName.toUpperCase();
    if (name === 'TR') return [child];
    return ['THEAD', 'TBODY', 'TFOOT'].includes(name) ? rowsOf(child) : [];
  });
}

const span = (cell: HtmlNode, name: string, most: number): string => {
  const count = Math.min(most, Number(cell.getAttribute?.(name)) || 1);
  return count > 1 ? ` ${name}="${count}"` : '';
};

function pageBreak(cleaner: Cleaner): void {
  close(cleaner);
  if (!cleaner.inCell) cleaner.out.push('<hr data-page-break>');
}

function open(cleaner: Cleaner, tag: string, attributes: string): void {
  cleaner.block = { tag, attributes, parts: [], isEmpty: true, isItem: attributes.includes('data-item') };
}

/** Ends the block; drops empty ones, which Word and WeChat use as spacing. */
function close(cleaner: Cleaner): void {
  const { block: ended } = cleaner;
  cleaner.block = undefined;
  if (!ended || ended.isEmpty) return;
  const content = ended.parts
    .join('')
    .replace(/(?:\s|<br>)+$/, '')
    .replace(/^(?:<br>)+/, '');
  cleaner.out.push(`<${ended.tag}${ended.attributes}>${content}</${ended.tag}>`);
}

function text(written: string, cleaner: Cleaner, look: Look): void {
  // line breaks in the source are whitespace, and none is needed between two Chinese characters
  const flowed = written
    .replace(/[\t\n\r\f ]+/g, ' ')
    .replace(
      /(?<=[\u2e80-\u9fff\uff00-\uffef]) (?=[\u2e80-\u9fff\uff00-\uffef])/g,
      written.includes('\n') ? '' : ' ',
    )
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\u2060\ufeff\u00ad]/g, '');
  const visible = withoutHidden(flowed);
  cleaner.leftOut.hidden += [...flowed].length - [...visible].length;
  if (visible.trim() === '' && (cleaner.block === undefined || cleaner.block.isEmpty)) return;
  if (!cleaner.block) open(cleaner, 'p', '');
  const block = cleaner.block!;
  const shown = block.isEmpty ? visible.trimStart() : visible;
  block.isEmpty = false;
  let html = shown.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (look.strike) html = `<s>${html}</s>`;
  if (look.underline) html = `<u>${html}</u>`;
  if (look.bold) html = `<strong>${html}</strong>`;
  block.parts.push(html);
}

function inlineLook(name: string, style: Record<string, string>, look: Look): Look {
  const line = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
  const weight = style['font-weight'];
  return {
    bold: weight ? isBold(weight) : look.bold || name === 'B' || name === 'STRONG',
    // links are underlined by default
    underline: name !== 'A' && (look.underline || name === 'U' || name === 'INS' || /underline/.test(line)),
    strike: look.strike || ['S', 'DEL', 'STRIKE'].includes(name) || /line-through/.test(line),
  };
}
const blockLook = (style: Record<string, string>): Look => ({
  ...PLAIN,
  bold: isBold(style['font-weight'] ?? ''),
});
const isBold = (weight: string): boolean => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;

const alignOf = (written: string): string =>
  ({ center: 'centre', centre: 'centre', right: 'right', end: 'right' })[written.trim().toLowerCase()] ?? '';

/** Whether the first line is indented, as Chinese paragraphs are. */
const firstIndentOf = (style: Record<string, string>): boolean =>
  Number.parseFloat(style['mso-char-indent-count'] ?? '') >= 1 ||
  Number.parseFloat(style['text-indent'] ?? '') > 0;

/** The declarations of a style attribute, names and values in lower case. */
function styleOf(node: HtmlNode): Record<string, string> {
  const style: Record<string, string> = {};
  const written = node.getAttribute?.(STYLE) ?? node.getAttribute?.('style') ?? '';
  for (const line of written.split(';')) {
    const at = line.indexOf(':');
    if (at > 0)
      style[line.slice(0, at).trim().toLowerCase()] = line
        .slice(at + 1)
        .trim()
        .toLowerCase();
  }
  return style;
}
