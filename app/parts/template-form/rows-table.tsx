import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentRows } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FieldInput } from './field-input.tsx';
import { pastedCells } from './pasted-cells.ts';
import style from './template-form.module.css';

type Values = readonly Record<string, string>[];

interface Props {
  rows: ContentRows;
  columns: readonly ContentField[];
  values: Values;
  onChange: (values: Record<string, string>[]) => void;
  onLeave: (id: string) => void;
  keepPicture: (file: File) => Promise<string>;
  error: string | undefined;
  errorOf: (row: number, field: string) => string | undefined;
  disabled?: boolean | undefined;
}

/** Rows that are repeated: added and removed one by one, or pasted from a spreadsheet. */
export function RowsTable(props: Props) {
  const { rows, columns, values, onChange, onLeave, keepPicture, error, errorOf, disabled } = props;
  const { t } = useTranslation('fill');
  const set = (row: number, key: string, value: string) =>
    onChange(values.map((one, i) => (i === row ? { ...one, [key]: value } : one)));
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (!cells) return;
    event.preventDefault();
    const filled = values.map((one) => ({ ...one }));
    cells.slice(0, rows.most - row).forEach((line, i) => {
      const target = filled[row + i] ?? {};
      filled[row + i] = target;
      line.slice(0, columns.length - column).forEach((text, j) => {
        const field = columns[column + j]!;
        target[field.key] = readValue(field, text);
      });
    });
    onChange(filled);
  };
  return (
    <fieldset className={style.rows} data-field={`fill.${rows.key}`} disabled={disabled}>
      <legend>{rows.name}</legend>
      <div className={style.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {columns.map((field) => (
                <th key={field.key} scope="col">
                  {field.name}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map((value, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {columns.map((field, column) => (
                  <td key={field.key} onPaste={(event) => paste(event, row, column)}>
                    <FieldInput
                      name={`fill.${rows.key}.${row}.${field.key}`}
                      field={field}
                      value={value[field.key] ?? ''}
                      onChange={(text) => set(row, field.key, text)}
                      onLeave={() => onLeave(`${rows.key}.${row}.${field.key}`)}
                      keepPicture={keepPicture}
                      error={errorOf(row, field.key)}
                      disabled={disabled}
                      hideLabel
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    icon="trash"
                    size="small"
                    label={t('removeRow', { n: row + 1 })}
                    disabled={disabled || values.length <= rows.least}
                    onClick={() => onChange(values.filter((_, i) => i !== row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FieldMessage error={error} />
      <p className={style.under}>
        <Button
          icon="plus"
          size="small"
          disabled={disabled || values.length >= rows.most}
          onClick={() => onChange([...values, {}])}
        >
          {t('addRow')}
        </Button>
        <span>{t('pasteHint')}</span>
      </p>
    </fieldset>
  );
}
