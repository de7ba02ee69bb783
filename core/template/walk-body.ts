import type { BodyBlock, BodyInline, FlatBlock, WebBody } from './body.ts';

/** Context of a piece of the text. */
export interface BodyPlace {
  /** Key of the enclosing repeated rows. */
  rows?: string;
  /** Key of the enclosing optional part. */
  option?: string;
}

/** Callbacks for each part of a text; `at` are its indexes in `content`, from the document down. */
export interface BodyVisitor {
  inline?(node: BodyInline, place: BodyPlace, at: readonly number[]): void;
  block?(node: BodyBlock, place: BodyPlace, at: readonly number[]): void;
  /** A row of a table that is repeated. */
  rows?(key: string, place: BodyPlace, at: readonly number[]): void;
}

/** Walks the text of a web template in reading order. */
export function walkBody(body: WebBody, visit: BodyVisitor): void {
  const inlines = (nodes: readonly BodyInline[] | undefined, place: BodyPlace, at: readonly number[]) => {
    nodes?.forEach((node, i) => {
      visit.inline?.(node, place, [...at, i]);
    });
  };
  const table = (block: FlatBlock & { type: 'table' }, place: BodyPlace, at: readonly number[]) => {
    block.content.forEach((row, r) => {
      const repeat = row.attrs?.repeat ?? undefined;
      const inner = repeat ? { ...place, rows: repeat } : place;
      if (repeat) visit.rows?.(repeat, place, [...at, r]);
      row.content?.forEach((cell, c) => {
        cell.content.forEach((part, p) => {
          one(part, inner, [...at, r, c, p]);
        });
      });
    });
  };
  const one = (block: BodyBlock, place: BodyPlace, at: readonly number[]): void => {
    visit.block?.(block, place, at);
    switch (block.type) {
      case 'paragraph':
      case 'heading':
      case 'clause':
      case 'item':
        inlines(block.content, place, at);
        return;
      case 'table':
        table(block, place, at);
        return;
      case 'group':
      case 'optional': {
        const inner = block.type === 'optional' ? { ...place, option: block.attrs.option } : place;
        block.content.forEach((part, i) => {
          one(part, inner, [...at, i]);
        });
        return;
      }
      case 'picture':
      case 'pageBreak':
    }
  };
  body.content.forEach((block, i) => {
    one(block, {}, [i]);
  });
}
