import type { FlatBlock } from '#core/template/body.ts';
import { controlXml } from '../control.ts';
import { paragraphXml, pictureXml } from './paragraph-xml.ts';
import type { Writing } from './writing.ts';

type Table = FlatBlock & { type: 'table' };
type Row = Table['content'][number];
type Cell = NonNullable<Row['content']>[number];

/** A cell at its position in the grid; without `cell` it continues the one above. */
interface GridCell {
  cell: Cell | undefined;
  columns: number;
  column: number;
}

/** A table with merged cells in Word's form: rows that a cell extends into contain a continuation cell. */
export function tableXml(table: Table, writing: Writing): string {
  const grid = gridOf(table.content);
  const columns = Math.max(1, ...grid.map((row) => row.reduce((sum, { columns: own }) => sum + own, 0)));
  const shares =
    table.attrs.widths.length === columns ? table.attrs.widths : Array.from({ length: columns }, () => 1);
  const sum = shares.reduce((all, share) => all + share, 0);
  const widths = shares.map((share) => Math.max(1, Math.round((share / sum) * writing.width)));
  const line = table.attrs.border ? 'w:val="single" w:sz="4" w:space="0" w:color="333333"' : 'w:val="none"';
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
    (edge) => `<w:${edge} ${line}/>`,
  );
  const rows = grid.map((row, at) => rowXml(row, widths, writing, at < table.attrs.headerRows));
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${writing.width}" w:type="dxa"/><w:tblBorders>${borders.join('')}</w:tblBorders>` +
    `<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${repeated(table.content, rows, writing)}</w:tbl>`
  );
}

/** Rows that repeat together are wrapped in one control. */
function repeated(rows: readonly Row[], xml: readonly string[], { content, nextId }: Writing): string {
  let out = '';
  let open = '';
  let key: string | undefined;
  const end = () => {
    const name = content.rows.find((row) => row.key === key)?.name;
    const control = name !== undefined && controlXml(key!, { title: name, id: nextId() });
    out += control ? control.open + open + control.close : open;
    open = '';
  };
  rows.forEach((row, at) => {
    const own = row.attrs?.repeat ?? undefined;
    if (own !== key) {
      end();
      key = own;
    }
    open += xml[at];
  });
  end();
  return out;
}

function gridOf(rows: readonly Row[]): GridCell[][] {
  /** By column: number of further rows that a cell spans, and the number of columns. */
  const taken = new Map<number, { rows: number; columns: number }>();
  return rows.map((row) => {
    const cells: GridCell[] = [];
    let column = 0;
    const goOn = () => {
      for (let above = taken.get(column); above && above.rows > 0; above = taken.get(column)) {
        cells.push({ cell: undefined, columns: above.columns, column });
        above.rows -= 1;
        column += above.columns;
      }
    };
    for (const cell of row.content ?? []) {
      goOn();
      const columns = cell.attrs?.colspan ?? 1;
      cells.push({ cell, columns, column });
      taken.set(column, { rows: (cell.attrs?.rowspan ?? 1) - 1, columns });
      column += columns;
    }
    goOn();
    return cells;
  });
}

function rowXml(
  row: readonly GridCell[],
  widths: readonly number[],
  writing: Writing,
  header: boolean,
): string {
  const cells = row.map((one) => {
    const width = widths.slice(one.column, one.column + one.columns).reduce((sum, own) => sum + own, 0);
    return cellXml(one, width, writing, header);
  });
  return `<w:tr>${header ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
}

function cellXml({ cell, columns }: GridCell, width: number, writing: Writing, headerRow: boolean): string {
  const span = columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : '';
  const merge = cell ? ((cell.attrs?.rowspan ?? 1) > 1 ? '<w:vMerge w:val="restart"/>' : '') : '<w:vMerge/>';
  const middle = cell?.attrs?.middle ? '<w:vAlign w:val="center"/>' : '';
  const properties = `<w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${middle}</w:tcPr>`;
  const header = headerRow || cell?.type === 'tableHeader';
  writing.lists.end();
  const parts = (cell?.content ?? [{ type: 'paragraph' as const }]).map((part) => {
    if (part.type !== 'item') writing.lists.end();
    return part.type === 'picture'
      ? pictureXml(part, writing, { inCell: true })
      : paragraphXml(part, writing, { inCell: true, header });
  });
  writing.lists.end();
  return `<w:tc>${properties}${parts.join('')}</w:tc>`;
}
