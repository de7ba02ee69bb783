import { newTypesetBudget, spendOn } from '#core/typeset/budget.ts';
import type { Block, GroupBlock, MarginInline, PageSetup, TypesetDocument } from '#core/typeset/document.ts';
import { CHINESE_NUMBERING, DECIMAL_NUMBERING } from '#core/typeset/numbering.ts';
import type { BodyBlock, FlatBlock } from '../body.ts';
import type { ContentPage, TemplateValues, WebContent } from '../content.ts';
import { fillInlines } from './fill-inlines.ts';
import { itemOf, paragraphOf, pictureOf, styleOf } from './fill-paragraph.ts';
import { fillTable } from './fill-table.ts';
import { type Filling, type FillOptions, isChosen } from './filling.ts';
import { type ItemLabels, itemLabels } from './item-labels.ts';

/** A filled document, with the positions of its blocks in the template's text. */
export interface FilledDocument extends TypesetDocument {
  /** For each of `blocks`, its position in the body: indices from the outermost block inwards. */
  readonly paths: readonly (readonly number[])[];
}

/**
 * Fills a web template: the text of the kept parts with its values, repeated rows, numbers of clauses and lists. Fields
 * that a signer fills in stay blank in every mode except LONGEST and SAMPLE. Boxes of the typeset result are named by
 * the key of their field or anchor; for a field in a repeated row by `boxIdOf(key, row)`. The same input gives the same
 * document. Values are not validated: `problemsOf` reports their problems. Throws TOO_LARGE as soon as the text has more
 * characters or blocks than `TYPESET_LIMITS`: repeated rows multiply a small text by hundreds.
 *
 *     const filled = fillBody(content, values, { title, language: 'zh-CN', pictures, mode: 'VALUES' });
 *     const typeset = layOut(filled, faces);
 */
export function fillBody(content: WebContent, values: TemplateValues, options: FillOptions): FilledDocument {
  const budget = options.budget ?? newTypesetBudget();
  const filling: Filling = { ...options, budget, content, values };
  const blocks: Block[] = [];
  const paths: number[][] = [];
  const labels = itemLabels();
  const put = (block: BodyBlock, path: number[]) => {
    if (block.type === 'optional') {
      if (isChosen(filling, block.attrs.option))
        block.content.forEach((inner, i) => {
          put(inner, [...path, i]);
        });
      return;
    }
    if (block.type !== 'item') labels.end();
    const filled =
      block.type === 'group'
        ? groupOf(block.content, path, filling)
        : block.type === 'pageBreak'
          ? ({ kind: 'pageBreak' } as const)
          : flatOf(block, path, filling, labels);
    if (!filled) return;
    blocks.push(filled);
    paths.push(path);
  };
  content.body.content.forEach((block, i) => {
    put(block, [i]);
  });
  return {
    title: options.title,
    language: options.language,
    page: pageOf(content.page),
    numbering: content.page.numbering === 'CHINESE' ? CHINESE_NUMBERING : DECIMAL_NUMBERING,
    blocks,
    paths,
  };
}

function flatOf(block: FlatBlock, path: number[], filling: Filling, labels: ItemLabels) {
  spendOn(filling.budget, 'blocks', 1);
  const id = path.join('.');
  const style =
    'attrs' in block && block.type !== 'table' && block.type !== 'picture' ? styleOf(block.attrs) : {};
  switch (block.type) {
    case 'paragraph':
      return paragraphOf(block, filling, undefined, id);
    case 'heading': {
      const inlines = fillInlines(block.content, filling);
      return { kind: 'heading' as const, id, level: block.attrs.level, inlines, style };
    }
    case 'clause': {
      const inlines = fillInlines(block.content, filling);
      return { kind: 'clause' as const, id: block.attrs.id, level: block.attrs.level, inlines, style };
    }
    case 'item':
      return itemOf(block, filling, labels, undefined, id);
    case 'picture':
      return pictureOf(block, filling, id);
    case 'table':
      return fillTable(block, filling, id);
  }
}

function groupOf(
  blocks: readonly FlatBlock[],
  path: readonly number[],
  filling: Filling,
): GroupBlock | undefined {
  const labels = itemLabels();
  const inner = blocks.flatMap((block, i) => {
    if (block.type !== 'item') labels.end();
    return flatOf(block, [...path, i], filling, labels) ?? [];
  });
  return inner.length === 0 ? undefined : { kind: 'group', id: path.join('.'), blocks: inner };
}

const SIZES = {
  A4: [210, 297],
  A4_LANDSCAPE: [297, 210],
  A3: [297, 420],
  A5: [148, 210],
  LETTER: [215.9, 279.4],
} as const;

function pageOf(page: ContentPage): PageSetup {
  const [width, height] = SIZES[page.size];
  const line = (text: string) =>
    text === '' ? undefined : { inlines: marginInlines(text), align: 'centre' as const };
  return {
    width,
    height,
    margin: {
      top: page.marginTop,
      right: page.marginRight,
      bottom: page.marginBottom,
      left: page.marginLeft,
    },
    header: line(page.header),
    footer: line(page.footer),
  };
}

/** Parses `{page}` and `{pages}`, the page number and the page count. */
const marginInlines = (text: string): MarginInline[] =>
  text
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '{page}'
        ? { kind: 'pageNumber' }
        : part === '{pages}'
          ? { kind: 'pageCount' }
          : { kind: 'text', text: part },
    );
