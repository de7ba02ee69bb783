import { type BodyBlock, type BodyInline, clauseBlocks, type FlatBlock } from './body.ts';
import type { ClauseContent } from './clause.ts';
import type { ContentField } from './field.ts';

/** Number of template-specific elements removed from a text that became a clause; shown to the person. */
export interface LeftFromClause {
  seals: number;
  pictures: number;
  /** References to clauses outside the selection: replaced by the number that they show. */
  references: number;
  /** Optional parts, whose text is kept; repeated rows, which are kept once. */
  options: number;
  rows: number;
}

interface Taking {
  left: LeftFromClause;
  fields: ReadonlyMap<string, ContentField>;
  used: Set<string>;
  inside: ReadonlySet<string>;
  shown: (clause: string) => string;
}

/**
 * Makes a clause from blocks selected in a web template. `shown` gives the displayed number of a reference. `content`
 * is undefined if nothing is left that a clause may contain.
 */
export function takeClause(
  blocks: readonly BodyBlock[],
  fields: readonly ContentField[],
  shown: (clause: string) => string,
): { content: ClauseContent | undefined; left: LeftFromClause } {
  const taking: Taking = {
    left: { seals: 0, pictures: 0, references: 0, options: 0, rows: 0 },
    fields: new Map(fields.map((field) => [field.key, field])),
    used: new Set(),
    inside: new Set(clauseIdsOf(blocks)),
    shown,
  };
  const body = clauseBlocks.safeParse(blocks.flatMap((block) => blockOf(block, taking)));
  const used = fields.filter(({ key }) => taking.used.has(key));
  const content = body.success
    ? { body: body.data, fields: used.map(({ filledBy: _, position: __, ...field }) => field) }
    : undefined;
  return { content, left: taking.left };
}

function* clauseIdsOf(blocks: readonly BodyBlock[]): Generator<string> {
  for (const block of blocks) {
    if (block.type === 'clause') yield block.attrs.id;
    else if (block.type === 'group' || block.type === 'optional') yield* clauseIdsOf(block.content);
  }
}

function blockOf(block: BodyBlock, taking: Taking): BodyBlock[] {
  switch (block.type) {
    case 'optional':
      taking.left.options += 1;
      return block.content.flatMap((inner) => blockOf(inner, taking));
    case 'group': {
      const content = block.content.flatMap((inner) => flatOf(inner, taking));
      return content.length === 0 ? [] : [{ ...block, content }];
    }
    case 'pageBreak':
      return [];
    default:
      return flatOf(block, taking);
  }
}

function flatOf(block: FlatBlock, taking: Taking): FlatBlock[] {
  if (block.type === 'picture') {
    taking.left.pictures += 1;
    return [];
  }
  if (block.type !== 'table') return [{ ...block, content: inlinesOf(block.content, taking) }];
  const content = block.content.map((row) => {
    if (row.attrs?.repeat) taking.left.rows += 1;
    const cells = row.content?.map((cell) => {
      const inner = cell.content.flatMap((part) => {
        if (part.type !== 'picture') return [{ ...part, content: inlinesOf(part.content, taking) }];
        taking.left.pictures += 1;
        return [];
      });
      return { ...cell, content: inner.length > 0 ? inner : [{ type: 'paragraph' as const }] };
    });
    return { ...row, attrs: { repeat: null }, content: cells };
  });
  return [{ ...block, content }];
}

function inlinesOf(inlines: readonly BodyInline[] | undefined, taking: Taking): BodyInline[] {
  return (inlines ?? []).flatMap((node): readonly BodyInline[] => {
    switch (node.type) {
      case 'seal':
        taking.left.seals += 1;
        return [];
      case 'reference': {
        if (taking.inside.has(node.attrs.clause)) return [node];
        taking.left.references += 1;
        const text = taking.shown(node.attrs.clause);
        return text === '' ? [] : [{ type: 'text', text }];
      }
      case 'field':
        // the chip of a deleted field has no content
        if (!taking.fields.has(node.attrs.field)) return [];
        taking.used.add(node.attrs.field);
        return [withoutComments(node)];
      case 'text':
        return [withoutComments(node)];
      default:
        return [node];
    }
  });
}

function withoutComments<N extends BodyInline & { type: 'text' | 'field' }>(node: N): N {
  const marks = node.marks?.filter(({ type }) => type !== 'comment');
  return { ...node, marks };
}
