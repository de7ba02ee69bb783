import { cellProblem, isExample } from '#core/sheet/cells.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { entriesOf, mutateZip } from '../mutate/zip.ts';

const good = [...goodOnes('xlsx').values()].map(entriesOf);

/** Sheets that rows are imported from. */
export const xlsx: FuzzKind = {
  make: (random) => mutateZip({ ...random.pick(good) }, random),
  acts: {
    async read(bytes) {
      const { rows } = await readSheet(bytes, { rows: 1_000, columns: 100 });
      for (const row of rows) if (!isExample(row)) for (const cell of row.cells) cellProblem(cell);
    },
  },
};
