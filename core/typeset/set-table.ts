import { CELL, spendOn } from './budget.ts';
import type { TableBlock, TableCell } from './document.ts';
import { addElement, type PageBuilder, type Slice, type Spot } from './page-builder.ts';
import { setPicture } from './set-picture.ts';
import { type Setting, setText } from './set-text.ts';

/** Padding between the border and the text of a cell, mm. */
const PADDING = { side: 1.4, top: 0.8, bottom: 0.8 };
const CELL_STYLE = { size: 10.5, leading: 1.4, align: 'left' } as const;
const BORDER = { width: 0.2, colour: '#333333' };
const HEADER_FILL = '#f0f0f0';

interface LaidCell {
  readonly cell: TableCell;
  readonly x: number;
  readonly width: number;
  readonly first: boolean;
  /** Number of rows that it spans. */
  readonly span: number;
  readonly pieces: readonly Slice[];
}

type LaidRow = { readonly cells: readonly LaidCell[]; readonly index: number };

/** Rows connected by a spanning cell. */
type Band = readonly LaidRow[];

/**
 * A table as slices, one per row or per group of rows connected by a spanning cell. Rows are divided only if they are
 * higher than a page; header rows are repeated. Throws RangeError for columns beyond `widths`.
 */
export function setTable(
  table: TableBlock,
  place: { width: number; element: number; block: number },
  setting: Setting,
): Slice[] {
  const bands = bandsOf(layCells(table, place, setting));
  const look: BandLook = { border: table.border !== false, block: place.block, id: table.id };
  const slices = bands.map((band) => ({ band, slice: bandSlice(band, look) }));
  const header = slices
    .filter(({ band }) => band[band.length - 1]!.index < (table.headerRows ?? 0))
    .map(({ slice }) => ({ ...slice, keepWithNext: true }));
  const body = slices.slice(header.length).map(({ band }) => bandSlice(band, { ...look, repeated: header }));
  return [...header, ...body];
}

function layCells(
  table: TableBlock,
  { width, element, block }: { width: number; element: number; block: number },
  setting: Setting,
): LaidRow[] {
  const total = table.widths.reduce((sum, share) => sum + share, 0);
  const edges = [0];
  for (const share of table.widths) edges.push(edges[edges.length - 1]! + (share / total) * width);
  // For each column, the number of rows still occupied by a cell from above.
  const taken = table.widths.map(() => 0);
  return table.rows.map((row, index) => {
    const rowElement = addElement(setting.builder, { role: 'TR', parent: element });
    let column = 0;
    const cells = row.cells.map((cell): LaidCell => {
      while (taken[column]! > 0) column++;
      const columns = cell.columns ?? 1;
      if (column + columns > table.widths.length)
        throw new RangeError(`row ${index} of a table is wider than its ${table.widths.length} columns`);
      const span = Math.min(cell.rows ?? 1, table.rows.length - index);
      for (let i = 0; i < columns; i++) taken[column + i] = span;
      const header = cell.header === true || index < (table.headerRows ?? 0);
      const cellElement = addElement(setting.builder, {
        role: header ? 'TH' : 'TD',
        parent: rowElement,
        columns: columns > 1 ? columns : undefined,
        rows: span > 1 ? span : undefined,
      });
      const [left, right] = [edges[column]!, edges[column + columns]!];
      const inner = right - left - 2 * PADDING.side;
      const first = column === 0;
      column += columns;
      return {
        cell: { ...cell, header },
        x: left,
        width: right - left,
        first,
        span,
        pieces: layCell(cell, { width: inner, element: cellElement, block, header }, setting),
      };
    });
    for (let i = 0; i < taken.length; i++) if (taken[i]! > 0) taken[i]!--;
    return { cells, index };
  });
}

function layCell(
  cell: TableCell,
  { width, element, block, header }: { width: number; element: number; block: number; header: boolean },
  setting: Setting,
): Slice[] {
  return cell.blocks.flatMap((part) => {
    if (part.kind === 'picture')
      return [setPicture(part, { width, room: 200, parent: element, block }, setting)];
    const style = { ...CELL_STYLE, ...(header ? { face: 'bold' as const } : {}), ...part.style };
    const text = addElement(setting.builder, { role: 'P', parent: element });
    return setText(
      {
        inlines: part.inlines,
        style,
        width,
        element: text,
        block,
        prefix: part.kind === 'item' ? `${part.label} ` : undefined,
      },
      setting,
    );
  });
}

function bandsOf(rows: readonly LaidRow[]): Band[] {
  const bands: LaidRow[][] = [];
  let tied = 0;
  for (const row of rows) {
    if (tied > 0) bands[bands.length - 1]!.push(row);
    else bands.push([row]);
    tied = Math.max(tied, ...row.cells.map(({ span }) => span)) - 1;
  }
  return bands;
}

const contentHeight = (pieces: readonly Slice[]): number =>
  pieces.reduce((sum, piece, i) => sum + piece.height + (i > 0 ? piece.above : 0), 0);

const PADDED = PADDING.top + PADDING.bottom;

function heightsOf(band: Band): number[] {
  const heights = band.map(({ cells }) =>
    Math.max(4, ...cells.filter(({ span }) => span === 1).map((cell) => contentHeight(cell.pieces) + PADDED)),
  );
  band.forEach(({ cells }, row) => {
    for (const { span, pieces } of cells) {
      if (span === 1) continue;
      const last = Math.min(row + span, band.length) - 1;
      const have = heights.slice(row, last + 1).reduce((sum, height) => sum + height, 0);
      heights[last]! += Math.max(0, contentHeight(pieces) + PADDED - have);
    }
  });
  return heights;
}

interface BandLook {
  readonly border: boolean;
  readonly block: number;
  readonly id?: string;
  readonly repeated?: readonly Slice[];
}

function bandSlice(band: Band, look: BandLook): Slice {
  const heights = heightsOf(band);
  return {
    height: heights.reduce((sum, height) => sum + height, 0),
    above: 0,
    keepWithNext: false,
    block: look.block,
    id: look.id,
    offset: band[0]!.index,
    repeated: look.repeated,
    draw: (builder, at) => drawBand(builder, band, heights, look, at),
    split(available) {
      const parts = splitBand(band, heights, available);
      return parts && [bandSlice(parts[0], look), bandSlice(parts[1], look)];
    },
  };
}

function drawBand(builder: PageBuilder, band: Band, heights: number[], look: BandLook, at: Spot): void {
  const { items } = builder.pages[at.page]!;
  let y = at.y;
  band.forEach(({ cells }, row) => {
    spendOn(builder.budget, 'drawn', CELL * cells.length);
    for (const { cell, x, width, first, span, pieces } of cells) {
      const left = at.x + x;
      const height = heights.slice(row, row + span).reduce((sum, own) => sum + own, 0);
      if (cell.header && look.border)
        items.push({ kind: 'box', x: left, y, width, height, colour: HEADER_FILL });
      const rest = height - PADDED - contentHeight(pieces);
      let top = y + PADDING.top + (cell.verticalAlign === 'top' ? 0 : Math.max(0, rest / 2));
      pieces.forEach((piece, i) => {
        if (i > 0) top += piece.above;
        piece.draw(builder, { page: at.page, x: left + PADDING.side, y: top });
        top += piece.height;
      });
      if (!look.border) continue;
      const edge = (from: [number, number], to: [number, number]) =>
        items.push({ kind: 'line', from, to, ...BORDER });
      if (first) edge([left, y], [left, y + height]);
      if (row === 0) edge([left, y], [left + width, y]);
      edge([left + width, y], [left + width, y + height]);
      edge([left, y + height], [left + width, y + height]);
    }
    y += heights[row]!;
  });
}

/**
 * Divides between two rows if at least one fits, else inside the first row, line by line. A cell that crosses the cut
 * continues below it. Undefined if not even one line fits.
 */
function splitBand(band: Band, heights: readonly number[], available: number): [Band, Band] | undefined {
  let rows = 0;
  let used = 0;
  while (rows < band.length && used + heights[rows]! <= available) used += heights[rows++]!;
  if (rows === 0) return splitFirstRow(band, available);
  if (rows === band.length) return undefined;
  const below: LaidCell[] = [];
  const above = band.slice(0, rows).map((row, index) => ({
    ...row,
    cells: row.cells.map((cell) => {
      if (index + cell.span <= rows) return cell;
      const room = heights.slice(index, rows).reduce((sum, height) => sum + height, 0) - PADDED;
      const [here, rest] = cutPieces(cell.pieces, room);
      below.push({ ...cell, pieces: rest, span: index + cell.span - rows });
      return { ...cell, pieces: here, span: rows - index };
    }),
  }));
  const next = band[rows]!;
  const cells = [...next.cells, ...below].sort((a, b) => a.x - b.x);
  return [above, [{ ...next, cells }, ...band.slice(rows + 1)]];
}

function splitFirstRow(band: Band, available: number): [Band, Band] | undefined {
  const [first, ...others] = band as [LaidRow, ...LaidRow[]];
  const cuts = first.cells.map((cell) => ({ cell, cut: cutPieces(cell.pieces, available - PADDED) }));
  if (cuts.every(({ cut }) => cut[0].length === 0)) return undefined;
  // Without content below the cut the row would never end.
  if (others.length === 0 && cuts.every(({ cut }) => cut[1].length === 0)) return undefined;
  const part = (which: 0 | 1) =>
    cuts.map(({ cell, cut }) => ({ ...cell, pieces: cut[which], ...(which === 0 ? { span: 1 } : {}) }));
  return [[{ ...first, cells: part(0) }], [{ ...first, cells: part(1) }, ...others]];
}

/** The pieces that fit into `room` mm, and the rest. */
function cutPieces(pieces: readonly Slice[], room: number): [Slice[], Slice[]] {
  let used = 0;
  let count = 0;
  for (const piece of pieces) {
    const height = piece.height + (count > 0 ? piece.above : 0);
    if (used + height > room) break;
    used += height;
    count++;
  }
  return [pieces.slice(0, count), pieces.slice(count)];
}
