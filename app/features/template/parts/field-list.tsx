import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentField } from '#core/template/field.ts';
import { removeRow } from '#core/template/room.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { FieldDialog } from './field-dialog.tsx';
import type { PanelProps } from './panel-props.ts';
import style from './parts.module.css';
import { ProblemLines } from './problem-lines.tsx';

/** The fields of the template. Each can be inserted into the text any number of times. */
export function FieldList({ doc, parts, host, readOnly, problems }: PanelProps) {
  const { t } = useTranslation('templateEdit');
  const [edited, setEdited] = useState<ContentField | 'new'>();
  const [removed, setRemoved] = useState<ContentField>();
  const countOf = (field: ContentField) => host.marks.field.get(field.key) ?? 0;
  const remove = (field: ContentField) => {
    host.remove('field', field.key);
    removeRow(doc, 'fields', field.key);
  };
  return (
    <div className={style.list}>
      {!readOnly && (
        <Button size="small" icon="plus" onClick={() => setEdited('new')}>
          {t('field.add')}
        </Button>
      )}
      {parts.fields.length === 0 && (
        <EmptyState icon="pen" title={t('field.none')}>
          {t('field.noneText')}
        </EmptyState>
      )}
      <ul className={style.rows}>
        {parts.fields.map((field) => (
          <li key={field.key} className={style.row}>
            <div className={style.head}>
              <strong>{field.name}</strong>
              <span className={style.actions}>
                {!readOnly && (
                  <IconButton
                    size="small"
                    icon="plus"
                    label={t('field.insert', { name: field.name })}
                    // the caret stays in the text
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => host.insert('field', field.key)}
                  />
                )}
                {countOf(field) > 0 && (
                  <IconButton
                    size="small"
                    icon="eye"
                    label={t('field.show', { name: field.name })}
                    onClick={() => host.goTo('field', field.key)}
                  />
                )}
                {!readOnly && (
                  <>
                    <IconButton
                      size="small"
                      icon="pen"
                      label={t('field.edit', { name: field.name })}
                      onClick={() => setEdited(field)}
                    />
                    <IconButton
                      size="small"
                      icon="trash"
                      label={t('field.remove', { name: field.name })}
                      onClick={() => (countOf(field) > 0 ? setRemoved(field) : remove(field))}
                    />
                  </>
                )}
              </span>
            </div>
            <p className={style.about}>
              {t('field.about', {
                input: t(`field.inputs.${field.input}`),
                length: field.length,
                by:
                  field.filledBy === 'SENDER'
                    ? t('field.sender')
                    : (parts.signers.find(({ key }) => key === field.filledBy)?.name ?? t('field.sender')),
              })}
              {' · '}
              {t('parts.inText', { count: countOf(field) })}
              {!field.required && ` · ${t('field.optional')}`}
            </p>
            <ProblemLines problems={problems.filter(({ on, key }) => on === 'fields' && key === field.key)} />
          </li>
        ))}
      </ul>
      {edited && (
        <FieldDialog
          doc={doc}
          parts={parts}
          field={edited === 'new' ? undefined : edited}
          onAdded={(key) => host.canInsert('field') && host.insert('field', key)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={t('field.removeTitle')}
          thing={removed.name}
          consequence={t('field.removeText', { count: countOf(removed) })}
          tone="danger"
          confirmLabel={t('field.removeConfirm')}
          onConfirm={() => remove(removed)}
        />
      )}
    </div>
  );
}
