import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import type { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { type ContentOption, type ContentRows, contentOption, contentRows } from '#core/template/content.ts';
import { lastPosition, putRow, removeRow } from '#core/template/room.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { MarkKind } from './host.ts';
import type { PanelProps } from './panel-props.ts';
import style from './parts.module.css';
import { ProblemLines } from './problem-lines.tsx';

type Variant = { list: 'options'; row?: ContentOption } | { list: 'rows'; row?: ContentRows };
const MARK: Record<Variant['list'], MarkKind> = { options: 'option', rows: 'rows' };

/** The variable parts of the text: optional parts and repeated table rows. */
export function VariantList(props: PanelProps) {
  const { t } = useTranslation('templateEdit');
  const [edited, setEdited] = useState<Variant>();
  const { doc, parts, host, readOnly } = props;
  return (
    <div className={style.list}>
      {(['options', 'rows'] as const).map((list) => (
        <section key={list} className={style.list}>
          <h2 className={style.title}>{t(`variant.${list}`)}</h2>
          <p className={style.about}>{t(`variant.${list}About`)}</p>
          {!readOnly && (
            <Button size="small" icon="plus" onClick={() => setEdited({ list })}>
              {t(`variant.${list}Add`)}
            </Button>
          )}
          <ul className={style.rows}>
            {parts[list].map((row) => (
              <Row
                key={row.key}
                {...props}
                list={list}
                row={row}
                onEdit={() => setEdited({ list, row } as Variant)}
              />
            ))}
          </ul>
        </section>
      ))}
      {edited && (
        <VariantDialog
          doc={doc}
          variant={edited}
          onAdded={(key) => host.canInsert(MARK[edited.list]) && host.insert(MARK[edited.list], key)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

type RowProps = PanelProps & {
  list: Variant['list'];
  row: ContentOption | ContentRows;
  onEdit: () => void;
};

function Row({ doc, host, readOnly, problems, list, row, onEdit }: RowProps) {
  const { t } = useTranslation('templateEdit');
  const kind = MARK[list];
  const count = host.marks[kind].get(row.key) ?? 0;
  const { name } = row;
  return (
    <li className={style.row}>
      <div className={style.head}>
        <strong>{name}</strong>
        <span className={style.actions}>
          {!readOnly && (
            <IconButton
              size="small"
              icon="plus"
              label={t(`variant.${list}Insert`, { name })}
              disabled={!host.canInsert(kind)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => host.insert(kind, row.key)}
            />
          )}
          {count > 0 && (
            <IconButton
              size="small"
              icon="eye"
              label={t('variant.show', { name })}
              onClick={() => host.goTo(kind, row.key)}
            />
          )}
          {!readOnly && (
            <>
              <IconButton size="small" icon="pen" label={t('variant.edit', { name })} onClick={onEdit} />
              <IconButton
                size="small"
                icon="trash"
                label={t('variant.remove', { name })}
                onClick={() => {
                  host.remove(kind, row.key);
                  removeRow(doc, list, row.key);
                }}
              />
            </>
          )}
        </span>
      </div>
      <p className={style.about}>
        {'most' in row
          ? t('variant.between', { least: row.least, most: row.most })
          : t(row.kept ? 'variant.kept' : 'variant.dropped')}
        {' · '}
        {t('parts.inText', { count })}
      </p>
      <ProblemLines problems={problems.filter(({ on, key }) => on === list && key === row.key)} />
    </li>
  );
}

const optionForm = contentOption.pick({ name: true, kept: true });
const rowsForm = contentRows.pick({ name: true, least: true, most: true }).superRefine((values, context) => {
  if (values.least > values.most)
    context.addIssue({ code: 'custom', path: ['most'], message: 'templateEdit:rule.rows' });
});

interface DialogProps {
  doc: Y.Doc;
  variant: Variant;
  onAdded: (key: string) => void;
  onClose: () => void;
}

function VariantDialog({ doc, variant, onAdded, onClose }: DialogProps) {
  const { t } = useTranslation('templateEdit');
  const { list, row } = variant;
  const key = row?.key ?? newKey();
  const position = row?.position ?? lastPosition(doc, list);
  const rows = list === 'rows';
  return (
    <FormDialog
      title={t(rows ? 'variant.rows' : 'variant.options')}
      initial={{ name: '', kept: true, least: 1, most: LIMITS.templateRepeatedRows, ...row }}
      rules={(rows ? rowsForm : optionForm) as z.ZodType<Partial<ContentOption & ContentRows>>}
      submit={t('save')}
      save={async (values) => {
        putRow(doc, list, key, { ...values, position });
        if (!row) onAdded(key);
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('variant.name')} required maxLength={20} autoFocus />
      {rows ? (
        <>
          <NumberField
            name="least"
            label={t('variant.least')}
            required
            min={0}
            max={LIMITS.templateRepeatedRows}
          />
          <NumberField
            name="most"
            label={t('variant.most')}
            required
            min={1}
            max={LIMITS.templateRepeatedRows}
          />
        </>
      ) : (
        <Checkbox name="kept">{t('variant.keptLabel')}</Checkbox>
      )}
    </FormDialog>
  );
}
