import { spendOn } from '#core/typeset/budget.ts';
import type { TableBlock, TableCell, TableRow } from '#core/typeset/document.ts';
import type { FlatBlock } from '../body.ts';
import { itemOf, paragraphOf, pictureOf } from './fill-paragraph.ts';
import { type Filling, type RepeatedRow, repeatsOf } from './filling.ts';
import { itemLabels } from './item-labels.ts';

type Table = Extract<FlatBlock, { type: 'table' }>;
type Row = Table['content'][number];
type Cell = NonNullable<Row['content']>[number];

/** Consecutive rows: `count` times; `rows` is their key if they are repeated. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly rows?: string;
}

/**
 * A table with its repeated rows expanded. A cell that spans repeated rows grows with them; one that starts in them
 * ends with them. Undefined if no row is left.
 */
export function fillTable(table: Table, filling: Filling, id?: string): TableBlock | undefined {
  const parts = partsOf(table.content, filling);
  const timesOf = table.content.map((_, i) => parts.find(({ start, end }) => i >= start && i < end)!.count);
  const rows: TableRow[] = [];
  for (const part of parts)
    for (let index = 0; index < part.count; index++)
      for (let i = part.start; i < part.end; i++) {
        const spanOf = (rowspan: number): number => {
          if (part.rows !== undefined) return Math.min(rowspan, part.end - i);
          return timesOf.slice(i, i + rowspan).reduce((sum, times) => sum + times, 0);
        };
        spendOn(filling.budget, 'blocks', 1);
        const row = part.rows === undefined ? undefined : { rows: part.rows, index };
        rows.push({
          cells: (table.content[i]!.content ?? []).map((cell) => cellOf(cell, spanOf, filling, row)),
        });
      }
  if (rows.length === 0) return undefined;
  const columns = columnsOf(table.content);
  const { widths, headerRows, border } = table.attrs;
  return {
    kind: 'table',
    id,
    widths: Array.from({ length: columns }, (_, i) => (widths.length === columns ? widths[i]! : 1)),
    rows,
    headerRows: timesOf.slice(0, headerRows).reduce((sum, times) => sum + times, 0),
    border,
  };
}

function partsOf(rows: readonly Row[], filling: Filling): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < rows.length; ) {
    const repeat = rows[start]!.attrs?.repeat ?? undefined;
    let end = start + 1;
    while (end < rows.length && (rows[end]!.attrs?.repeat ?? undefined) === repeat) end++;
    parts.push(
      repeat === undefined || !filling.content.rows.some(({ key }) => key === repeat)
        ? { start, end, count: 1 }
        : { start, end, count: repeatsOf(filling, repeat), rows: repeat },
    );
    start = end;
  }
  return parts;
}

/** Number of columns that the rows need, including spans. */
function columnsOf(rows: readonly Row[]): number {
  const taken: number[] = [];
  let columns = 1;
  for (const { content } of rows) {
    let column = 0;
    for (const { attrs } of content ?? []) {
      while ((taken[column] ?? 0) > 0) column++;
      for (let i = 0; i < (attrs?.colspan ?? 1); i++) taken[column++] = attrs?.rowspan ?? 1;
    }
    columns = Math.max(columns, taken.length);
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
  }
  return columns;
}

function cellOf(
  cell: Cell,
  spanOf: (rowspan: number) => number,
  filling: Filling,
  row?: RepeatedRow,
): TableCell {
  const labels = itemLabels();
  const rows = spanOf(cell.attrs?.rowspan ?? 1);
  spendOn(filling.budget, 'blocks', cell.content.length);
  return {
    blocks: cell.content.map((block) => {
      if (block.type !== 'item') labels.end();
      if (block.type === 'paragraph') return paragraphOf(block, filling, row);
      return block.type === 'item' ? itemOf(block, filling, labels, row) : pictureOf(block, filling);
    }),
    columns: cell.attrs?.colspan ?? 1,
    rows: Math.max(1, rows),
    header: cell.type === 'tableHeader',
    verticalAlign: cell.attrs?.middle ? 'middle' : 'top',
  };
}
