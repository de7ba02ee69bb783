import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import type { BodyBlock, FlatBlock } from '#core/template/body.ts';
import { keyOf } from '../control.ts';
import { HEADER_STYLE } from '../own-names.ts';
import { isW } from '../part.ts';
import { type Importing, textAt } from './importing.ts';
import { readParagraph } from './paragraphs.ts';
import { hasLines } from './styles.ts';

type Table = FlatBlock & { type: 'table' };
type Row = Table['content'][number];
type Cell = NonNullable<Row['content']>[number];
type Part = Cell['content'][number];

/** A cell of the file at its position in the grid. */
interface GridCell {
  element: XmlElement | undefined;
  column: number;
  columns: number;
  /** Continues the cell above it. */
  goesOn: boolean;
}
interface GridRow {
  element: XmlElement;
  /** Key of the repeated rows that it belongs to. */
  repeat: string | null;
  cells: GridCell[];
}

const MOST_ROWS = 1_000;
const MOST_COLUMNS = 40;
const MOST_HEADERS = 5;

/** A table with its merged cells; tables that the editor cannot represent become text. */
export function readTable(importing: Importing, element: XmlElement): BodyBlock[] {
  const rows = rowsOf(importing, element, null).slice(0, MOST_ROWS);
  const columns = Math.min(
    MOST_COLUMNS,
    Math.max(0, ...rows.map(({ cells }) => (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.columns ?? 0))),
  );
  if (columns === 0) return [];
  for (const row of rows) fillUp(row, columns);
  const isHeader = ({ element: row }: GridRow) => {
    const header = child(child(row, 'trPr'), 'tblHeader');
    return header !== undefined && !['0', 'false', 'off'].includes(header.attributes.val ?? 'true');
  };
  const firstBody = rows.findIndex((row) => !isHeader(row));
  const headerRows = Math.min(MOST_HEADERS, firstBody < 0 ? rows.length : firstBody);
  const content = rows.map(
    (row, at): Row => ({
      type: 'tableRow',
      attrs: { repeat: row.repeat },
      content: row.cells.flatMap((cell): Cell[] =>
        cell.goesOn ? [] : [cellOf(importing, cell, spanOf(rows, at, cell), at < headerRows)],
      ),
    }),
  );
  const properties = child(element, 'tblPr');
  const border =
    hasLines(child(properties, 'tblBorders')) ||
    (child(properties, 'tblBorders') === undefined &&
      importing.styles.hasBorders(child(properties, 'tblStyle')?.attributes.val)) ||
    rows.some(({ cells }) => cells.some((cell) => hasLines(child(child(cell.element, 'tcPr'), 'tcBorders'))));
  return [{ type: 'table', attrs: { widths: widthsOf(element, columns), headerRows, border }, content }];
}

/** Widths in percent; empty if the file does not give them, or if all are equal. */
function widthsOf(element: XmlElement, columns: number): number[] {
  const grid = childrenNamed(child(element, 'tblGrid'), 'gridCol').map(({ attributes }) =>
    Number(attributes.w),
  );
  const sum = grid.reduce((all, width) => all + width, 0);
  if (grid.length !== columns || !grid.every((width) => width > 0)) return [];
  const widths = grid.map((width) => Math.round((width / sum) * 1000) / 10);
  return widths.every((width) => Math.abs(width - widths[0]!) <= 0.1) ? [] : widths;
}

function rowsOf(importing: Importing, parent: XmlElement, repeat: string | null): GridRow[] {
  const { part, chips } = importing;
  return parent.children.flatMap((element): GridRow[] => {
    if (isW(part, element, 'tr')) return [{ element, repeat, cells: gridOf(element) }];
    if (element.name === 'sdt') {
      const key = keyOf(part, element);
      const content = child(element, 'sdtContent');
      return content
        ? rowsOf(importing, content, key !== undefined && chips.rows.has(key) ? key : repeat)
        : [];
    }
    return element.name === 'customXml' ? rowsOf(importing, element, repeat) : [];
  });
}

function gridOf(row: XmlElement): GridCell[] {
  const cells: GridCell[] = [];
  const properties = child(row, 'trPr');
  let column = 0;
  const gap = (count: number) => {
    if (count > 0) cells.push({ element: undefined, column, columns: count, goesOn: false });
    column += count;
  };
  gap(Number(child(properties, 'gridBefore')?.attributes.val ?? 0));
  const visit = (parent: XmlElement): void => {
    for (const element of parent.children) {
      if (element.name === 'sdt' || element.name === 'sdtContent' || element.name === 'customXml')
        visit(element);
      if (element.name !== 'tc') continue;
      const own = child(element, 'tcPr');
      const columns = Math.max(1, Number(child(own, 'gridSpan')?.attributes.val ?? 1));
      const merge = child(own, 'vMerge');
      const goesOn = merge !== undefined && merge.attributes.val !== 'restart';
      cells.push({ element, column, columns, goesOn });
      column += columns;
    }
  };
  visit(row);
  gap(Number(child(properties, 'gridAfter')?.attributes.val ?? 0));
  return cells;
}

/** Pads short rows with empty cells at the end, and cuts off what is beyond the last column. */
function fillUp(row: GridRow, columns: number): void {
  row.cells = row.cells.filter(({ column }) => column < columns);
  const last = row.cells.at(-1);
  if (last) last.columns = Math.min(last.columns, columns - last.column);
  const end = last ? last.column + last.columns : 0;
  if (end < columns)
    row.cells.push({ element: undefined, column: end, columns: columns - end, goesOn: false });
}

/** Number of rows that a cell spans. A continuation cell without a cell above it is a cell of its own. */
function spanOf(rows: readonly GridRow[], at: number, { column, columns }: GridCell): number {
  let span = 1;
  while (
    rows[at + span]?.cells.some(
      (cell) => cell.goesOn && cell.column === column && cell.columns === columns,
    ) &&
    span < 200
  )
    span += 1;
  return span;
}

function cellOf(
  importing: Importing,
  { element, columns }: GridCell,
  rowspan: number,
  header: boolean,
): Cell {
  const properties = child(element, 'tcPr');
  if (child(properties, 'textDirection')) importing.left.add('vertical', '');
  const content = element ? partsOf(importing, element) : [];
  const first = element && child(element, 'p');
  const isHead = child(child(first, 'pPr'), 'pStyle')?.attributes.val === HEADER_STYLE;
  return {
    type: header || isHead ? 'tableHeader' : 'tableCell',
    attrs: {
      colspan: columns,
      rowspan,
      middle: child(properties, 'vAlign')?.attributes.val === 'center',
    },
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  };
}

function partsOf(importing: Importing, parent: XmlElement): Part[] {
  const { part } = importing;
  return parent.children.flatMap((element): Part[] => {
    if (isW(part, element, 'p'))
      return readParagraph(importing, element, true).flatMap((block): Part[] =>
        block.type === 'paragraph' || block.type === 'item' || block.type === 'picture' ? [block] : [],
      );
    if (isW(part, element, 'tbl')) {
      const text = firstText(importing, element);
      importing.left.add('nested', text);
      return rowsOf(importing, element, null).flatMap(({ cells }) =>
        cells.flatMap((cell) => (cell.element ? partsOf(importing, cell.element) : [])),
      );
    }
    return element.name === 'sdt' || element.name === 'sdtContent' ? partsOf(importing, element) : [];
  });
}

function firstText(importing: Importing, element: XmlElement): string {
  for (const inner of element.children) {
    const text = isW(importing.part, inner, 'p') ? textAt(importing, inner) : firstText(importing, inner);
    if (text !== '') return text;
  }
  return '';
}
