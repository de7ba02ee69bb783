import type { useTranslation } from 'react-i18next';
import { type ImportColumn, titledColumns } from '#core/employee/import-columns.ts';
import type { WrongCell } from '#core/employee/judge-row.ts';
import { GENDERS } from '#core/employee/sections.ts';
import { IMPORT_LIMITS } from '#core/employee/states.ts';
import type { SheetColumn } from '#core/sheet/write-sheet.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { saveFile } from '../../../call.ts';
import { storedLanguage } from '../../../i18n/use-language.ts';
import { XLSX } from '../../../kit/write-sheet.ts';

export type T = ReturnType<typeof useTranslation<['employee', 'realname']>>['t'];

/** The properties of a column that a sheet shows. */
type TemplateColumn = Pick<ImportColumn, 'key' | 'name' | 'mustFill'>;

/** A row to correct: its number, its cells and their problems. */
export interface WrongRow {
  number: number;
  cells: Record<string, string>;
  problems: readonly WrongCell[];
}

/** [5.4c] Text of a cell's problem, with the name of its column. */
function wrongCellText(t: T, columns: readonly TemplateColumn[], wrong: WrongCell): string {
  const [titled] = titledColumns(
    columns.filter(({ key }) => key === wrong.column),
    storedLanguage(),
  );
  const problem = t(`import.problem.${wrong.problem}`);
  return t('import.wrong', {
    field: titled?.titles[0] ?? t(`field.${wrong.column}`),
    problem: wrong.row === undefined ? problem : t('import.sameRow', { problem, row: wrong.row }),
  });
}

/** Text of all problems of a row; a generic one if the reason is unknown. */
export const wrongRowText = (t: T, columns: readonly TemplateColumn[], problems: readonly WrongCell[]) =>
  problems.length === 0
    ? t('import.unknown')
    : problems.map((wrong) => wrongCellText(t, columns, wrong)).join(t('ui:separator'));

const DAYS = /Date$|^contract/;

function sheetColumns(
  t: T,
  columns: readonly TemplateColumn[],
  departments: readonly string[],
): SheetColumn[] {
  const choices: Record<string, readonly string[]> = {
    idType: ID_TYPES.map((type) => t(`realname:idType.${type}`)),
    emergencyGender: GENDERS.map((gender) => t(`gender.${gender}`)),
    departmentId: departments,
  };
  return [
    { title: t('import.number'), width: 10 },
    ...titledColumns(columns, storedLanguage()).map(({ key, mustFill, titles }): SheetColumn => {
      const title = `${titles[0]}${mustFill ? ' *' : ''}`;
      if (choices[key]?.length) return { title, width: 22, choices: choices[key] };
      return DAYS.test(key) ? { title, width: 16, hint: t('import.dayHint') } : { title, width: 20 };
    }),
  ];
}

const EXAMPLES: Readonly<Record<string, string>> = {
  mobile: '13800000000',
  entryDate: '2026-11-23',
  regularDate: '2027-02-23',
  contractStart: '2026-11-23',
  contractEnd: '2029-11-22',
  salary: '12000.00',
};

async function save(
  t: T,
  sheet: { columns: SheetColumn[]; rows: string[][]; example?: string[] },
): Promise<void> {
  const { writeSheet } = await import('#core/sheet/write-sheet.ts');
  const { columns, rows, example } = sheet;
  const name = t('roster.title');
  const bytes = await writeSheet({
    name,
    columns,
    rows,
    toFill: { rows: IMPORT_LIMITS.rows, ...(example ? { example } : {}) },
  });
  saveFile({ name: `${name}.xlsx`, blob: new Blob([bytes], { type: XLSX }) });
}

/** Saves the enterprise's empty sheet, to fill in. */
export const saveEmptySheet = (
  t: T,
  columns: readonly TemplateColumn[],
  departments: readonly string[],
): Promise<void> =>
  save(t, {
    columns: sheetColumns(t, columns, departments),
    rows: [],
    example: [t('import.example'), ...columns.map(({ key }) => EXAMPLES[key] ?? '')],
  });

/** Saves rows with their problems in a last column; after correction, the sheet can be imported as is. */
export const saveWrongRows = (t: T, columns: readonly TemplateColumn[], rows: readonly WrongRow[]) =>
  save(t, {
    columns: [...sheetColumns(t, columns, []), { title: t('import.reason'), width: 60 }],
    rows: rows.map(({ number, cells, problems }) => [
      String(number),
      ...columns.map(({ key }) => cells[key] ?? ''),
      wrongRowText(t, columns, problems),
    ]),
  });
