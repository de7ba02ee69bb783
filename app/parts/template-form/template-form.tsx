import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { type FillProblem, fieldsInText, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldInput } from './field-input.tsx';
import { valueProblemText } from './problem-text.ts';
import { RowsTable } from './rows-table.tsx';
import style from './template-form.module.css';

export interface TemplateFormProps {
  content: TemplateContent;
  values: TemplateValues;
  /** Called with the changed values only. */
  onChange: (values: Partial<TemplateValues>) => void;
  /** Shows the errors of all fields, not only of those that lost the focus. */
  showAll: boolean;
  /** Typed characters that no font contains. */
  missing: ReadonlySet<string>;
  /** Fields that another document of the task already contains: shown below the others, collapsed. */
  elsewhere?: ReadonlySet<string>;
  /** Stores the file of a picture and returns its SHA-256. Rejects with an error if it is invalid. */
  keepPicture: (file: File) => Promise<string>;
  disabled?: boolean;
}

const NOWHERE: ReadonlySet<string> = new Set();

/** Whether a field is filled by whoever sends the contract. */
const isSenders = ({ filledBy }: ContentField): boolean => filledBy === 'SENDER';

/** The form for filling in a template: an input per field, optional sections as checkboxes, repeated rows as tables. */
export function TemplateForm({
  content,
  values,
  onChange,
  showAll,
  missing,
  elsewhere = NOWHERE,
  keepPicture,
  disabled,
}: TemplateFormProps) {
  const { t } = useTranslation('fill');
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const { fields, rows, options } = fieldsInText(content, values);
  const problems = problemsOf(content, values, { has: (character) => !missing.has(character) });
  const visit = (id: string) => setVisited((old) => (old.has(id) ? old : new Set(old).add(id)));
  const textOf = (id: string, found: FillProblem | undefined) =>
    found && (showAll || (visited.has(id) && found.problem !== 'required') || found.problem === 'noGlyph')
      ? valueProblemText(t, found)
      : undefined;
  const senders = fields.filter(isSenders);
  const signers = fields.filter((field) => !isSenders(field));
  const nameOf = (key: string) => content.signers.find((signer) => signer.key === key)?.name ?? '';
  const input = (field: ContentField) => (
    <FieldInput
      key={field.key}
      name={`fill.${field.key}`}
      field={field}
      value={values.fields[field.key] ?? ''}
      onChange={(value) => onChange({ fields: { [field.key]: value } })}
      onLeave={() => visit(field.key)}
      keepPicture={keepPicture}
      disabled={disabled}
      error={textOf(
        field.key,
        problems.find((one) => one.field === field.key && one.rows === undefined),
      )}
    />
  );
  const required = senders.filter(({ key }) => elsewhere.has(key));
  // collapsed only if nothing needs correction
  const isWrong = required.some(({ key }) =>
    problems.some((one) => one.field === key && one.rows === undefined),
  );
  return (
    <div className={style.form}>
      {senders.filter(({ key }) => !elsewhere.has(key)).map(input)}
      {rows.map(({ rows: repeated, fields: columns }) => (
        <RowsTable
          key={repeated.key}
          rows={repeated}
          columns={columns}
          values={values.rows[repeated.key] ?? []}
          onChange={(filled) => onChange({ rows: { [repeated.key]: filled } })}
          onLeave={visit}
          keepPicture={keepPicture}
          disabled={disabled}
          error={textOf(
            repeated.key,
            problems.find((one) => one.rows === repeated.key && one.field === undefined),
          )}
          errorOf={(row, field) => {
            const id = `${repeated.key}.${row}.${field}`;
            const found = (one: FillProblem) =>
              one.rows === repeated.key && one.row === row && one.field === field;
            return textOf(id, problems.find(found));
          }}
        />
      ))}
      {required.length > 0 && (
        <details className={style.elsewhere} open={isWrong || undefined}>
          <summary>{t('elsewhere', { count: required.length })}</summary>
          {required.map(input)}
        </details>
      )}
      {options.length > 0 && (
        <fieldset className={style.options} disabled={disabled}>
          <legend>{t('options')}</legend>
          {options.map(({ key, name, kept }) => (
            <Checkbox
              key={key}
              value={values.options[key] ?? kept}
              onChange={(keep) => onChange({ options: { [key]: keep } })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {signers.length > 0 && (
        <section className={style.others}>
          <h2>{t('bySigners')}</h2>
          <ul>
            {signers.map((field) => (
              <li key={field.key}>{t('bySigner', { field: field.name, signer: nameOf(field.filledBy) })}</li>
            ))}
          </ul>
        </section>
      )}
      {senders.length + rows.length + options.length === 0 && <p className={style.none}>{t('nothing')}</p>}
    </div>
  );
}
