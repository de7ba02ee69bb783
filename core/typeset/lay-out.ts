import { newTypesetBudget } from './budget.ts';
import { makeGlyphCase } from './characters.ts';
import type { OutlineEntry, StructureRole, Typeset } from './display.ts';
import type { Block, ClauseNumber, HeadingBlock, ParagraphStyle, TypesetDocument } from './document.ts';
import type { Faces } from './faces.ts';
import { fillPages } from './fill-pages.ts';
import { DECIMAL_NUMBERING, numberClauses } from './numbering.ts';
import { addElement, finishedPages, makePageBuilder, type Slice } from './page-builder.ts';
import { setMargins } from './set-margins.ts';
import { setPicture } from './set-picture.ts';
import { setTable } from './set-table.ts';
import { MM_PER_POINT, type Setting, setText } from './set-text.ts';

const BODY: ParagraphStyle = { size: 12, leading: 1.75 };
const HEADINGS: Record<HeadingBlock['level'], ParagraphStyle> = {
  1: { size: 18, leading: 1.5, align: 'centre', face: 'heading', above: 4, below: 4 },
  2: { size: 15, leading: 1.5, align: 'left', face: 'heading', above: 4, below: 2 },
  3: { size: 13, leading: 1.5, align: 'left', face: 'heading', above: 3, below: 1.5 },
  4: { size: 12, leading: 1.5, align: 'left', face: 'heading', above: 2, below: 1 },
};
/** Space around a table or a picture, mm. */
const APART = 2;
/** Indent per level of clauses or items, in ems. */
const LEVEL_INDENT = 2;

/**
 * Typesets a document: lines, pages, numbers, boxes of fields and places. The same input gives the same result.
 * Throws GLYPH_MISSING for a character that no font of its face contains, TOO_LARGE and DOCX_TOO_MANY_PAGES beyond
 * `budget`, and RangeError for a table row with more columns than the table.
 *
 *     const faces = makeFaces({ text: [serif], bold: [serifBold], heading: [sansBold] });
 *     const typeset = layOut({ title, language: 'zh-CN', page: A4, blocks }, faces);
 *     const pdf = writePdf(typeset, faces.files, { now, id });
 */
export function layOut(document: TypesetDocument, faces: Faces, budget = newTypesetBudget()): Typeset {
  const builder = makePageBuilder(budget);
  const glyphs = makeGlyphCase(faces);
  const numbers = numberClauses(document);
  const state: LayoutState = {
    setting: { builder, glyphs, numberOf: numbers.referenceTo },
    width: document.page.width - document.page.margin.left - document.page.margin.right,
    room: document.page.height - document.page.margin.top - document.page.margin.bottom,
    labels: [...numbers.labels],
    styles: document.numbering ?? DECIMAL_NUMBERING,
    hangs: [],
    outline: [],
    list: [],
  };
  state.hangs = hangsOf(document, numbers.labels, state);
  const slices: Slice[] = [];
  let breakBefore = false;
  let below = 0;
  document.blocks.forEach((block, index) => {
    if (block.kind === 'pageBreak') {
      breakBefore = true;
      return;
    }
    const { slices: own, below: next } = layBlock(block, index, state);
    if (own[0]) {
      own[0] = {
        ...own[0],
        above: Math.max(own[0].above, below),
        breakBefore: breakBefore || own[0].breakBefore,
      };
      breakBefore = false;
    }
    below = next;
    slices.push(...own);
  });
  fillPages(builder, slices, document.page);
  setMargins(builder, document, glyphs);
  return {
    title: document.title,
    language: document.language,
    pages: finishedPages(builder, document.page),
    elements: builder.elements,
    outline: state.outline.filter((entry): entry is OutlineEntry => entry.page >= 0),
    boxes: builder.boxes,
    breaks: builder.breaks,
  };
}

interface LayoutState {
  readonly setting: Setting;
  readonly width: number;
  readonly room: number;
  /** Numbers of the remaining clauses. */
  readonly labels: string[];
  readonly styles: readonly ClauseNumber[];
  /** Width of the numbers of each level, mm. */
  hangs: number[];
  readonly outline: { title: string; level: number; page: number; y: number }[];
  /** Open lists by level: their structure elements, and the body of the last item of each. */
  list: { element: number; body: number }[];
}

interface LaidBlock {
  slices: Slice[];
  /** Space required below, mm. */
  below: number;
}

function layBlock(
  block: Exclude<Block, { kind: 'pageBreak' }>,
  index: number,
  state: LayoutState,
): LaidBlock {
  if (block.kind !== 'item') state.list = [];
  const common = { width: state.width, block: index, id: block.id };
  switch (block.kind) {
    case 'paragraph': {
      const style = { ...BODY, firstIndent: indentOf(block.style), ...block.style };
      const element = elementOf(state, 'P');
      return {
        slices: setText({ ...common, ...block, style, element, block: index }, state.setting),
        below: style.below ?? 0,
      };
    }
    case 'heading':
      return layHeading(block, index, state);
    case 'clause':
      return layClause(block, index, state);
    case 'item':
      return layItem(block, index, state);
    case 'table': {
      const element = elementOf(state, 'Table');
      const slices = setTable(block, { width: state.width, element, block: index }, state.setting);
      return { slices: withAbove(slices, APART), below: APART };
    }
    case 'picture': {
      const { width, room } = state;
      const slice = setPicture(block, { width, room, parent: 0, block: index }, state.setting);
      return { slices: withAbove([slice], APART), below: APART };
    }
    case 'group': {
      let below = 0;
      const slices = block.blocks.flatMap((inner) => {
        const laid = layBlock(inner, index, state);
        const own = withAbove(laid.slices, below);
        below = laid.below;
        return own;
      });
      slices.forEach((slice, i) => {
        slice.keepWithNext = i < slices.length - 1;
      });
      return { slices, below };
    }
  }
}

/** The first line of a justified paragraph is indented by two ems, as in Chinese prose; others are not indented. */
const indentOf = (style: ParagraphStyle | undefined): number =>
  style?.align === undefined || style.align === 'justify' ? 2 : 0;

const elementOf = ({ setting }: LayoutState, role: StructureRole, parent = 0): number =>
  addElement(setting.builder, { role, parent });

function withAbove(slices: readonly Slice[], above: number): Slice[] {
  return slices.map((slice, i) => (i === 0 ? { ...slice, above: Math.max(slice.above, above) } : slice));
}

function layHeading(block: HeadingBlock, index: number, state: LayoutState): LaidBlock {
  const style = { ...HEADINGS[block.level], ...block.style };
  const element = elementOf(state, `H${block.level}`);
  const slices = setText({ ...block, style, element, width: state.width, block: index }, state.setting);
  const entry = { title: plainText(block, state), level: block.level, page: -1, y: 0 };
  state.outline.push(entry);
  const first = slices[0];
  if (first)
    slices[0] = {
      ...first,
      draw(builder, at) {
        entry.page = at.page;
        entry.y = at.y;
        first.draw(builder, at);
      },
    };
  // A heading never stays alone at the foot of a page.
  for (const slice of slices) slice.keepWithNext = true;
  return { slices, below: style.below ?? 0 };
}

const plainText = ({ inlines }: Pick<HeadingBlock, 'inlines'>, { setting }: LayoutState): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind === 'field') return inline.value;
      return inline.kind === 'reference' ? setting.numberOf(inline.clause) : '';
    })
    .join('')
    .trim();

/** Arabic numbers hang in the indent; 第一条 is part of the first line's text. */
function layClause(block: Extract<Block, { kind: 'clause' }>, index: number, state: LayoutState): LaidBlock {
  const level = levelOf(block, state);
  const label = state.labels.shift()!;
  const element = elementOf(state, 'P');
  const common = { inlines: block.inlines, element, width: state.width, block: index, id: block.id };
  const base = { ...BODY, ...block.style };
  if (state.styles[level]!.digits === 'chinese') {
    const style = { firstIndent: 2, ...base };
    return {
      slices: setText({ ...common, style, prefix: `${label}　` }, state.setting),
      below: style.below ?? 0,
    };
  }
  const style = { indent: Math.max(0, level - 1) * LEVEL_INDENT, ...base };
  const hang = state.hangs[level]!;
  const slices = setText({ ...common, style, label: { text: label, hang, element } }, state.setting);
  return { slices, below: style.below ?? 0 };
}

const levelOf = ({ level }: { level: number }, { styles }: LayoutState): number =>
  Math.min(Math.max(0, level), styles.length - 1);

/** Width of the widest number of each level plus half an em, so that the text of all its clauses is aligned. */
function hangsOf(document: TypesetDocument, labels: readonly string[], state: LayoutState): number[] {
  const em = BODY.size! * MM_PER_POINT;
  const hangs = state.styles.map(() => 2 * em);
  let next = 0;
  const visit = (blocks: readonly Block[]) => {
    for (const block of blocks) {
      if (block.kind === 'group') visit(block.blocks);
      if (block.kind !== 'clause') continue;
      const level = levelOf(block, state);
      const size = (block.style?.size ?? BODY.size!) * MM_PER_POINT;
      const face = block.style?.face ?? 'text';
      let width = size / 2;
      for (const character of labels[next++]!)
        width += state.setting.glyphs.faces.advance(face, character) * size;
      hangs[level] = Math.max(hangs[level]!, width);
    }
  };
  visit(document.blocks);
  return hangs;
}

function layItem(block: Extract<Block, { kind: 'item' }>, index: number, state: LayoutState): LaidBlock {
  const level = Math.max(0, block.level);
  state.list.length = Math.min(state.list.length, level + 1);
  while (state.list.length < level + 1)
    state.list.push({
      element: elementOf(state, 'L', state.list[state.list.length - 1]?.body ?? 0),
      body: 0,
    });
  const list = state.list[level]!;
  const item = elementOf(state, 'LI', list.element);
  const label = elementOf(state, 'Lbl', item);
  const body = elementOf(state, 'LBody', item);
  list.body = body;
  const style = { ...BODY, indent: level * LEVEL_INDENT + 1, ...block.style };
  const em = (style.size ?? 12) * MM_PER_POINT;
  let width = em / 2;
  for (const character of block.label)
    width += state.setting.glyphs.faces.advance(style.face ?? 'text', character) * em;
  const slices = setText(
    {
      inlines: block.inlines,
      style,
      element: body,
      width: state.width,
      block: index,
      id: block.id,
      label: { text: block.label, hang: Math.max(1.5 * em, width), element: label },
    },
    state.setting,
  );
  return { slices, below: style.below ?? 0 };
}
