import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { columnLetters, isExample, type Sheet, type SheetRow } from '#core/sheet/cells.ts';
import { SHEET_PACKAGE } from '#core/sheet/limits.ts';
import type { ContentField } from '#core/template/field.ts';
import { columnsByName, type FieldColumns } from '#core/template/fill/fill-from.ts';
import { readSheetFile } from '../../../kit/read-sheet-file.ts';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import style from './wizard.module.css';

const RULES = { types: ['.xlsx'], maxBytes: SHEET_PACKAGE.fileSize, maxFiles: 1 };
const LIMIT = { rows: LIMITS.rowsPerImport, columns: 100 };
/** Number of rows shown, and of cells shown per row to distinguish them. */
const MOST_ROWS = 20;
const MOST_PROBLEMS = 4;

/** A row of a spreadsheet, and the mapping of columns to fields. */
export interface RowChoice {
  row: SheetRow | undefined;
  columns: FieldColumns;
}

async function read(file: File): Promise<Sheet> {
  const sheet = await readSheetFile(file, LIMIT);
  return { ...sheet, rows: sheet.rows.filter((row) => !isExample(row)) };
}

/** Reads an xlsx file on this device; columns are mapped to fields of the same name by default. */
export function ChooseRow({
  fields,
  value,
  onChange,
}: {
  fields: readonly ContentField[];
  value: RowChoice | undefined;
  onChange: (choice: RowChoice | undefined) => void;
}) {
  const { t } = useTranslation('wizard');
  const [sheet, setSheet] = useState<Sheet>();
  const [search, setSearch] = useState('');
  const take = (next: Sheet | undefined) => {
    setSheet(next);
    setSearch('');
    const [only, ...others] = next?.rows ?? [];
    onChange(
      next && { row: others.length === 0 ? only : undefined, columns: columnsByName(fields, next.head) },
    );
  };
  return (
    <>
      <FileUpload
        readsOnly
        label={t('fillFrom.chooseSheet')}
        rules={RULES}
        upload={read}
        onDone={({ result }) => take(result)}
        onRemove={() => take(undefined)}
      />
      {sheet && sheet.rows.length === 0 && <Notice tone="warning">{t('fillFrom.noRows')}</Notice>}
      {sheet && value && sheet.rows.length > 0 && (
        <>
          <ColumnChoice
            fields={fields}
            head={sheet.head}
            columns={value.columns}
            onChange={(columns) => onChange({ ...value, columns })}
          />
          {sheet.rows.length > MOST_ROWS && (
            <TextField
              label={t('fillFrom.findRow')}
              icon="search"
              maxLength={50}
              value={search}
              onChange={setSearch}
            />
          )}
          <RowList
            rows={sheet.rows}
            search={search.trim().toLowerCase()}
            chosen={value.row}
            onChoose={(row) => onChange({ ...value, row })}
          />
        </>
      )}
    </>
  );
}

/** The mapping of columns to fields; expanded if a field has no column. */
function ColumnChoice({
  fields,
  head,
  columns,
  onChange,
}: {
  fields: readonly ContentField[];
  head: readonly string[];
  columns: FieldColumns;
  onChange: (columns: FieldColumns) => void;
}) {
  const { t } = useTranslation('wizard');
  const known = fields.filter(({ key }) => columns[key] !== undefined);
  // determined when the file was read, so that choosing a column does not collapse it
  const [isOpen] = useState(known.length < fields.length);
  const options = [
    { value: 'NONE', label: t('fillFrom.noColumn') },
    ...head.map((title, at) => ({
      value: String(at),
      label: t('fillFrom.column', { letters: columnLetters(at), title }),
    })),
  ];
  return (
    <details className={style.columnChoice} open={isOpen}>
      <summary>{t('fillFrom.columns', { known: known.length, count: fields.length })}</summary>
      <div className={style.columnFields}>
        {fields.map(({ key, name }) => (
          <Select
            key={key}
            label={name}
            value={columns[key] === undefined ? 'NONE' : String(columns[key])}
            options={options}
            onChange={(at) => onChange({ ...columns, [key]: at === 'NONE' ? undefined : Number(at) })}
          />
        ))}
      </div>
    </details>
  );
}

function RowList({
  rows,
  search,
  chosen,
  onChoose,
}: {
  rows: readonly SheetRow[];
  search: string;
  chosen: SheetRow | undefined;
  onChoose: (row: SheetRow) => void;
}) {
  const { t } = useTranslation('wizard');
  const found = rows.filter(({ cells }) => cells.some(({ text }) => text.toLowerCase().includes(search)));
  if (found.length === 0) return <p className={style.hint}>{t('fillFrom.noRowFound')}</p>;
  return (
    <>
      <RadioGroup
        label={t('fillFrom.whichRow', { count: rows.length })}
        column
        value={chosen ? String(chosen.number) : ''}
        onChange={(number) => {
          const row = rows.find((one) => String(one.number) === number);
          if (row) onChoose(row);
        }}
        options={found.slice(0, MOST_ROWS).map(({ number, cells }) => ({
          value: String(number),
          label: t('fillFrom.row', {
            number,
            words: cells
              .map(({ text }) => text)
              .filter(Boolean)
              .slice(0, MOST_PROBLEMS)
              .join(' · '),
          }),
        }))}
      />
      {found.length > MOST_ROWS && (
        <p className={style.hint}>{t('fillFrom.moreRows', { count: found.length - MOST_ROWS })}</p>
      )}
    </>
  );
}
