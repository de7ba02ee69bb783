/**
 * The nodes and marks of the editor: exactly those of `core/template/body.ts`, so that what can be typed can be
 * published. Their appearance is encoded in data attributes, which the style sheet and the clipboard read.
 */
import { type Extensions, getSchema, Mark, mergeAttributes, Node } from '@tiptap/core';

type Parse = (element: HTMLElement) => unknown;
const number =
  (name: string): Parse =>
  (element) =>
    element.hasAttribute(name) ? Number(element.getAttribute(name)) : null;
const text =
  (name: string): Parse =>
  (element) =>
    element.getAttribute(name);
const flag =
  (name: string): Parse =>
  (element) =>
    element.hasAttribute(name);

/** An attribute that is rendered in the DOM as `data-…`. */
const data = (
  name: string,
  initial: unknown,
  parse: (name: string) => Parse = text,
  show: (value: unknown) => string | null = (value) => (value === null ? null : String(value)),
) => ({
  default: initial,
  parseHTML: (element: HTMLElement) => parse(`data-${name}`)(element) ?? initial,
  renderHTML: (attrs: Record<string, unknown>) => {
    const value = show(attrs[camel(name)]);
    return value === null ? {} : { [`data-${name}`]: value };
  },
});
const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const whether = (value: unknown) => (value ? '' : null);

/** Sizes and indents are also set as styles, property by property. */
const styled = (name: string, style: (value: number) => string) => ({
  ...data(name, null, number),
  renderHTML: (attrs: Record<string, unknown>) => {
    const value = attrs[camel(name)] as number | null;
    return value === null ? {} : { [`data-${name}`]: String(value), style: style(value) };
  },
});

/** How a paragraph is set; null is the document's own. */
const paragraphAttributes = () => ({
  align: data('align', null),
  size: styled('size', (pt) => `font-size:${pt}pt`),
  leading: styled('leading', (times) => `line-height:${times}`),
  indent: styled('indent', (ems) => `margin-inline-start:${ems}em`),
  firstIndent: styled('first-indent', (ems) => `text-indent:${ems}em`),
});

const Doc = Node.create({
  name: 'doc',
  topNode: true,
  content: '(flat | group | optional | pageBreak)+',
});

const Text = Node.create({ name: 'text', group: 'inline' });

const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'flat',
  content: 'inline*',
  addAttributes: paragraphAttributes,
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

const LEVELS = [1, 2, 3, 4];
const Heading = Node.create({
  name: 'heading',
  group: 'flat',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ ...paragraphAttributes(), level: { default: 1, rendered: false } }),
  parseHTML: () => [
    {
      tag: '[data-heading]',
      priority: 60,
      getAttrs: (element) => ({ level: Number(element.dataset.heading) }),
    },
    ...LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  ],
  // h1 is the title of the page, so headings of the text start at h2
  renderHTML: ({ node, HTMLAttributes }) => [
    `h${node.attrs.level + 1}`,
    mergeAttributes(HTMLAttributes, { 'data-heading': node.attrs.level }),
    0,
  ],
});

const Clause = Node.create({
  name: 'clause',
  group: 'flat',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    ...paragraphAttributes(),
    id: data('clause', ''),
    level: data('level', 0, number),
  }),
  parseHTML: () => [{ tag: 'p[data-clause]', priority: 60 }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'p',
    mergeAttributes(HTMLAttributes, { 'data-clause': node.attrs.id }),
    0,
  ],
});

const Item = Node.create({
  name: 'item',
  group: 'flat',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: data('level', 0, number), ordered: data('ordered', false, flag, whether) }),
  parseHTML: () => [{ tag: 'p[data-item]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['p', mergeAttributes(HTMLAttributes, { 'data-item': '' }), 0],
});

const Picture = Node.create({
  name: 'picture',
  group: 'flat',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    file: data('file', ''),
    width: data('width', 60, number),
    height: data('height', 40, number),
    alt: data('alt', ''),
    align: data('align', null),
  }),
  parseHTML: () => [{ tag: 'figure[data-file]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
});

const PageBreak = Node.create({
  name: 'pageBreak',
  atom: true,
  selectable: true,
  parseHTML: () => [{ tag: 'hr[data-page-break]' }],
  renderHTML: () => ['hr', { 'data-page-break': '' }],
});

const Group = Node.create({
  name: 'group',
  content: 'flat+',
  defining: true,
  parseHTML: () => [{ tag: 'section[data-group]' }],
  renderHTML: () => ['section', { 'data-group': '' }, 0],
});

const Optional = Node.create({
  name: 'optional',
  content: '(flat | group | pageBreak)+',
  defining: true,
  addAttributes: () => ({ option: data('option', '') }),
  parseHTML: () => [{ tag: 'section[data-option]' }],
  renderHTML: ({ HTMLAttributes }) => ['section', HTMLAttributes, 0],
});

const Table = Node.create({
  name: 'table',
  group: 'flat',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: TABLE_ROLES[name] }),
  addAttributes: () => ({
    widths: {
      default: [],
      parseHTML: (element: HTMLElement) => widthsFrom(element.getAttribute('data-widths')),
      renderHTML: ({ widths }: Record<string, unknown>) =>
        (widths as number[]).length === 0 ? {} : { 'data-widths': (widths as number[]).join(' ') },
    },
    headerRows: data('header-rows', 0, number),
    border: {
      default: true,
      parseHTML: (element: HTMLElement) => !element.hasAttribute('data-bare'),
      renderHTML: ({ border }: Record<string, unknown>) => (border ? {} : { 'data-bare': '' }),
    },
  }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
});
/** What the commands of prosemirror-tables know the nodes by. */
const TABLE_ROLES: Record<string, string | undefined> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const widthsFrom = (written: string | null): number[] => {
  const widths = (written ?? '').split(' ').map(Number);
  return widths.every((width) => width > 0) ? widths : [];
};

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({ repeat: data('repeat', null) }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  renderHTML: (attrs: Record<string, unknown>) => (attrs[name] === 1 ? {} : { [name]: attrs[name] }),
});
const cell = (name: string, tag: string, attributes: Record<string, string>) =>
  Node.create({
    name,
    content: '(paragraph | item | picture)+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      middle: data('middle', false, flag, whether),
    }),
    parseHTML: () => (tag === 'td' ? [{ tag }] : [{ tag }, { tag: 'td[data-header]', priority: 60 }]),
    // rendered as td, because an empty th would be an accessibility error while the table is edited
    renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes, attributes), 0],
  });
const TableCell = cell('tableCell', 'td', {});
const TableHeader = cell('tableHeader', 'th', { 'data-header': '' });

/** A chip holds only a key; its text is looked up in the room. */
const chip = (name: string, attribute: string) =>
  Node.create({
    name,
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    draggable: true,
    addAttributes: () => ({ [attribute]: data(`chip-${name}`, '') }),
    parseHTML: () => [{ tag: `span[data-chip-${name}]` }],
    renderHTML: ({ node }) => ['span', { [`data-chip-${name}`]: node.attrs[attribute] }],
  });
const Field = chip('field', 'field');
const Seal = chip('seal', 'anchor');
const Reference = chip('reference', 'clause');

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
});

const simpleMark = (name: string, tag: string, others: string[]) =>
  Mark.create({
    name,
    parseHTML: () => [tag, ...others].map((known) => ({ tag: known })),
    renderHTML: () => [tag, 0],
  });
const Bold = simpleMark('bold', 'strong', ['b']);
const Underline = simpleMark('underline', 'u', []);
const Strike = simpleMark('strike', 's', ['del', 'strike']);

const TextStyle = Mark.create({
  name: 'textStyle',
  addAttributes: () => ({
    size: styled('size', (pt) => `font-size:${pt}pt`),
    colour: {
      default: null,
      parseHTML: text('data-colour'),
      renderHTML: ({ colour }: Record<string, unknown>) =>
        colour === null ? {} : { 'data-colour': colour, style: `color:${colour}` },
    },
  }),
  parseHTML: () => [{ tag: 'span[data-size]' }, { tag: 'span[data-colour]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** Threads may overlap, and text typed at the end of one is not included. */
const Comment = Mark.create({
  name: 'comment',
  inclusive: false,
  excludes: '',
  addAttributes: () => ({ thread: data('thread', '') }),
  parseHTML: () => [{ tag: 'span[data-thread]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** All nodes and marks, without behaviour. */
export const SCHEMA_EXTENSIONS: Extensions = [
  Doc,
  Text,
  Paragraph,
  Heading,
  Clause,
  Item,
  Picture,
  PageBreak,
  Group,
  Optional,
  Table,
  TableRow,
  TableCell,
  TableHeader,
  Field,
  Seal,
  Reference,
  HardBreak,
  Bold,
  Underline,
  Strike,
  TextStyle,
  Comment,
];

export const templateSchema = getSchema(SCHEMA_EXTENSIONS);
