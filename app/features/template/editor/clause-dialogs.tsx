import type { Editor } from '@tiptap/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import type { BodyBlock } from '#core/template/body.ts';
import { clauseCategory, clauseName, clauseText } from '#core/template/clause.ts';
import { type ClauseRow, saveClause, updateClause } from '#core/template/clause-calls.ts';
import type { PlacedField } from '#core/template/place-clause.ts';
import { type LeftFromClause, takeClause } from '#core/template/take-clause.ts';
import { call } from '../../../call.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { TemplateParts } from '../room/use-template-room.ts';
import style from './editor.module.css';
import { clauseViews } from './structure.ts';

const form = z.object({ clauseName, category: clauseCategory });

function NameInputs() {
  const { t } = useTranslation('templateEdit');
  return (
    <>
      <TextField
        name="clauseName"
        label={t('library.name')}
        required
        maxLength={LIMITS.clauseName}
        autoFocus
      />
      <TextField
        name="category"
        label={t('library.category')}
        hint={t('library.categoryHint')}
        maxLength={LIMITS.clauseCategory}
      />
    </>
  );
}

interface SaveProps {
  /** The clause to replace with the selected text; without it a new one is created. */
  row?: ClauseRow | undefined;
  blocks: readonly BodyBlock[];
  editor: Editor;
  parts: TemplateParts;
  onClose: () => void;
}

const LEFT = ['seals', 'pictures', 'references', 'options', 'rows'] as const;

/** Saves the selected text as a clause; warns about content that a clause cannot contain. */
export function SaveClause({ row, blocks, editor, parts, onClose }: SaveProps) {
  const { t } = useTranslation(['templateEdit', 'template']);
  const taken = useMemo(() => {
    const clauses = new Map(clauseViews(editor.state).map(({ id, reference }) => [id, reference]));
    return takeClause(blocks, parts.fields, (id) => clauses.get(id) ?? '');
  }, [blocks, editor, parts.fields]);
  const { content, left } = taken;
  const text = content ? clauseText(content) : '';
  const title = t(row ? 'library.replaceTitle' : 'library.saveTitle');
  if (!content || text === '')
    return (
      <Dialog open onClose={onClose} title={title}>
        <EmptyState icon="clause" title={t('library.nothing')}>
          {t('library.nothingText')}
        </EmptyState>
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      initial={{ clauseName: row?.clauseName ?? beginningOf(text), category: row?.category ?? '' }}
      rules={form}
      submit={t('save')}
      save={async (values) => {
        if (row) await call(updateClause, { id: row.id, ...values, content, updateTime: row.updateTime });
        else await call(saveClause, { ...values, content });
      }}
      done={({ clauseName: name }) => t(row ? 'template:changed' : 'template:added', { name })}
      calls={[saveClause]}
      onClose={onClose}
    >
      <NameInputs />
      <blockquote className={style.clauseText}>{text.slice(0, 300)}</blockquote>
      <LeftFrom left={left} />
    </FormDialog>
  );
}

/** The suggested name: the first words of the text. */
const beginningOf = (text: string): string =>
  [...(text.split(/[\n，。；：,.;:]/)[0] ?? '')].slice(0, LIMITS.clauseName).join('').trim();

function LeftFrom({ left }: { left: LeftFromClause }) {
  const { t } = useTranslation('templateEdit');
  const lines = LEFT.filter((what) => left[what] > 0);
  if (lines.length === 0) return null;
  return (
    <Notice tone="info">
      {lines.map((what) => t(`library.left.${what}`, { count: left[what] })).join(' ')}
    </Notice>
  );
}

export function RenameClause({ row, onClose }: { row: ClauseRow; onClose: () => void }) {
  const { t } = useTranslation(['templateEdit', 'template']);
  return (
    <FormDialog
      title={t('library.rename')}
      initial={{ clauseName: row.clauseName, category: row.category }}
      rules={form}
      submit={t('save')}
      save={(values) => call(updateClause, { id: row.id, ...values, updateTime: row.updateTime })}
      done={({ clauseName: name }) => t('template:changed', { name })}
      calls={[updateClause]}
      onClose={onClose}
    >
      <NameInputs />
    </FormDialog>
  );
}

interface PlacedProps {
  name: string;
  fields: readonly PlacedField[];
  onInsert: () => void;
  onClose: () => void;
}

/** Shows before insertion how the fields of a clause are mapped. */
export function PlacedFieldsDialog({ name, fields, onInsert, onClose }: PlacedProps) {
  const { t } = useTranslation('templateEdit');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('library.insert', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              onInsert();
            }}
          >
            {t('insert')}
          </Button>
        </>
      }
    >
      <p>{t('library.fields')}</p>
      <ul className={style.placed}>
        {fields.map(({ field, kind }) => (
          <li key={field.key}>
            <strong>{field.name}</strong>
            <span className={style.placedWords} data-kind={kind}>
              {t(`library.field.${kind}`, { name: field.name })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
