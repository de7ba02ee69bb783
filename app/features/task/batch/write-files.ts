import type { TFunction } from 'i18next';
import { cellText, type RowProblem } from '#core/batch/batch.ts';
import type { DraftRow } from '#core/batch/draft-batch.ts';
import type { TitledColumn } from '#core/batch/read-rows.ts';
import { LIMITS } from '#core/config/limits.ts';
import { plainFileName } from '#core/file-name.ts';
import { ID_TYPE_TEXTS } from '#core/locales/id-type-text.ts';
import type { Language } from '#core/locales/languages.ts';
import type { SheetColumn } from '#core/sheet/write-sheet.ts';
import { saveFile } from '../../../call.ts';
import { XLSX } from '../../../kit/write-sheet.ts';
import { choicesOf } from './choices-of.ts';
import { rowProblemText } from './row-problem-text.ts';

type T = TFunction<'batch'>;

const sheetColumns = (t: T, columns: readonly TitledColumn[], language: Language): SheetColumn[] => [
  { title: t('column.number'), width: 12 },
  ...columns.map((column): SheetColumn => {
    const title = `${column.titles[0]}${column.required ? ' *' : ''}`;
    const width = column.of === 'party' && column.part === 'mobile' ? 16 : 24;
    const choices = choicesOf(t, column, language);
    if (choices) return { title, width, choices };
    const isDate = column.of === 'field' && column.field.types.includes('DATE');
    return isDate ? { title, width, hint: t('hint.date') } : { title, width };
  }),
];

function exampleCell(t: T, column: TitledColumn, language: Language): string {
  if (column.of === 'name') return '';
  if (column.of === 'party' && column.part === 'idType') return ID_TYPE_TEXTS[language].RESIDENT_ID;
  if (column.of === 'party') return t(`sample.${column.part}`);
  const { input, choices, types } = column.field;
  if (input === 'CHOICE') return choices[0] ?? '';
  if (types.includes('DATE')) return '2026-11-23';
  return types.includes('AMOUNT') || types.includes('NUMBER') ? '12000.50' : '';
}

async function save(
  t: T,
  name: string,
  sheet: { columns: SheetColumn[]; rows: string[][]; example?: string[] },
) {
  const { writeSheet } = await import('#core/sheet/write-sheet.ts');
  const { columns, rows, example } = sheet;
  const bytes = await writeSheet({
    name: t('sheet'),
    columns,
    rows,
    toFill: { rows: LIMITS.rowsPerImport, ...(example ? { example } : {}) },
  });
  saveFile({ name: `${plainFileName(name)}.xlsx`, blob: new Blob([bytes], { type: XLSX }) });
}

/** Saves an empty sheet to be filled in for this batch. */
export const saveEmptySheet = (
  t: T,
  name: string,
  columns: readonly TitledColumn[],
  language: Language,
): Promise<void> =>
  save(t, name, {
    columns: sheetColumns(t, columns, language),
    rows: [],
    example: [t('example'), ...columns.map((column) => exampleCell(t, column, language))],
  });

/** Saves the invalid rows with their errors in a last column; the corrected sheet can be imported again. */
export const saveWrongRows = (
  t: T,
  name: string,
  columns: readonly TitledColumn[],
  rows: readonly { row: DraftRow; number: number; problems: readonly RowProblem[] }[],
  language: Language,
): Promise<void> =>
  save(t, name, {
    columns: [...sheetColumns(t, columns, language), { title: t('column.reason'), width: 60 }],
    rows: rows.map(({ row, number, problems }) => [
      String(number),
      ...columns.map((column) => cellText(column, row.cells[column.key] ?? '', language)),
      problems
        .map((problem) => {
          const title = columns.find(({ key }) => key === problem.column)?.titles[0] ?? '';
          return `${title}：${rowProblemText(t, problem)}`;
        })
        .join('；'),
    ]),
  });
