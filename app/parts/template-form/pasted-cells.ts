/**
 * Parses cells copied from a spreadsheet: one row per line, separated by tabs, cells with line breaks quoted. Undefined
 * for a single cell, which is pasted as plain text.
 */
export function pastedCells(text: string): string[][] | undefined {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += c;
        i++;
      } else quoted = false;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === '\t' || c === '\n') {
      rows[rows.length - 1]!.push(cell);
      cell = '';
      if (c === '\n') rows.push([]);
    } else if (c !== '\r') cell += c;
  }
  rows[rows.length - 1]!.push(cell);
  const last = rows[rows.length - 1]!;
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop();
  return rows.length > 1 || rows[0]!.length > 1 ? rows : undefined;
}
