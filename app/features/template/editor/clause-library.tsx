import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { type ClauseRow, listClauses, readClause, removeClause } from '#core/template/clause-calls.ts';
import { type PlacedField, placeClause, placedFields } from '#core/template/place-clause.ts';
import { lastPosition, putRow } from '#core/template/room.ts';
import { standardFields } from '#core/template/standard-parts.ts';
import type { readTemplate } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { RecordsButton } from '../part-list.tsx';
import partsStyle from '../parts/parts.module.css';
import type { TemplateParts } from '../room/use-template-room.ts';
import { chosenText, insertBlocks } from './chosen-text.ts';
import { PlacedFieldsDialog, RenameClause, SaveClause } from './clause-dialogs.tsx';
import style from './editor.module.css';
import { useEditorState } from './use-editor.ts';

interface Props {
  editor: Editor;
  open: OpenRoom;
  parts: TemplateParts;
  template: OutputOf<typeof readTemplate> | undefined;
  readOnly: boolean;
}

type Clause = OutputOf<typeof readClause>;
/** Maximum number shown; the search finds the others. */
const MOST_CLAUSES = 50;

type Layer =
  | { kind: 'save'; row?: ClauseRow }
  | { kind: 'rename'; row: ClauseRow }
  | { kind: 'remove'; row: ClauseRow }
  | { kind: 'insert'; clause: Clause; fields: PlacedField[] };

/** The enterprise's clauses: search, insert at the caret, create from the selection, rename and remove. */
export function ClauseLibrary({ editor, open, parts, template, readOnly }: Props) {
  const { t } = useTranslation(['templateEdit', 'template']);
  const online = useOnline();
  const [language] = useLanguage();
  const client = useQueryClient();
  const refresh = useRefresh();
  const [keyword, setKeyword] = useState('');
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  const hasChosen = useEditorState(editor, ({ selection }) => !selection.empty);
  const list = useQuery({
    ...queryOf(listClauses, { size: MOST_CLAUSES, ...(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
  });
  const insert = (clause: Clause, fields: PlacedField[]) => {
    // fields and text form one undo step
    open.undo.stopCapturing();
    for (const { field, kind, key, partId } of fields)
      if (kind === 'ADDED')
        putRow(open.doc, 'fields', key, {
          ...factsOf(field),
          partId,
          filledBy: 'SENDER',
          position: lastPosition(open.doc, 'fields'),
        });
    const isIn = insertBlocks(placeClause(clause.content, fields, newKey))(
      editor.state,
      editor.view.dispatch,
      editor.view,
    );
    open.undo.stopCapturing();
    if (!isIn) toast({ tone: 'warning', text: t('library.noPlace') });
    // a closing dialog first restores the focus to its button
    requestAnimationFrame(() => requestAnimationFrame(() => editor.view.focus()));
  };
  const ask = async ({ id }: ClauseRow) => {
    const clause = await client
      .fetchQuery({ ...queryOf(readClause, { id }), staleTime: 0 })
      .catch(() => undefined);
    if (!clause) return;
    const known = template?.fields ?? standardFields(language);
    const fields = placedFields(clause.content.fields, parts.fields, known, newKey);
    if (fields.every(({ kind }) => kind === 'THERE')) insert(clause, fields);
    else setLayer({ kind: 'insert', clause, fields });
  };
  return (
    <div className={partsStyle.list}>
      <div className={style.libraryHead}>
        {!readOnly && (
          <Button
            icon="plus"
            disabled={!hasChosen || !online}
            title={hasChosen ? undefined : t('library.choose')}
            // the selection stays in the text
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setLayer({ kind: 'save' })}
          >
            {t('library.save')}
          </Button>
        )}
        <RecordsButton kind="CLAUSE" />
      </div>
      <TextField
        label={t('library.search')}
        icon="search"
        value={keyword}
        onChange={setKeyword}
        maxLength={50}
      />
      {!online && <Notice tone="info">{t('library.offline')}</Notice>}
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        online && <LoadingState />
      ) : list.data.total === 0 ? (
        <EmptyState icon="clause" title={t(keyword === '' ? 'library.none' : 'library.noneFound')}>
          {keyword === '' ? t('library.noneText') : undefined}
        </EmptyState>
      ) : (
        <ul className={partsStyle.rows}>
          {list.data.records.map((row) => (
            <Row
              key={row.id}
              row={row}
              readOnly={readOnly}
              online={online}
              hasChosen={hasChosen}
              onInsert={() => void ask(row)}
              onLayer={setLayer}
            />
          ))}
        </ul>
      )}
      {list.data && list.data.total > MOST_CLAUSES && (
        <p className={partsStyle.about}>{t('library.more', { count: list.data.total - MOST_CLAUSES })}</p>
      )}
      {layer?.kind === 'save' && (
        <SaveClause
          row={layer.row}
          blocks={chosenText(editor.state)}
          editor={editor}
          parts={parts}
          onClose={close}
        />
      )}
      {layer?.kind === 'rename' && <RenameClause row={layer.row} onClose={close} />}
      {layer?.kind === 'insert' && (
        <PlacedFieldsDialog
          name={layer.clause.clauseName}
          fields={layer.fields}
          onInsert={() => insert(layer.clause, layer.fields)}
          onClose={close}
        />
      )}
      {layer?.kind === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('library.removeTitle')}
          thing={layer.row.clauseName}
          consequence={t('library.removeText')}
          tone="danger"
          confirmLabel={t('template:delete')}
          onConfirm={async () => {
            await call(removeClause, { id: layer.row.id });
            void refresh(removeClause);
          }}
        />
      )}
    </div>
  );
}

/** The properties of a field without its key, which is newly generated. */
const factsOf = ({ key: _, partId: __, ...facts }: PlacedField['field']) => facts;

interface RowProps {
  row: ClauseRow;
  readOnly: boolean;
  online: boolean;
  hasChosen: boolean;
  onInsert: () => void;
  onLayer: (layer: Layer) => void;
}

function Row({ row, readOnly, online, hasChosen, onInsert, onLayer }: RowProps) {
  const { t } = useTranslation(['templateEdit', 'template']);
  const { clauseName: name, category } = row;
  return (
    <li className={partsStyle.row}>
      <div className={partsStyle.head}>
        <strong>{name}</strong>
        <span className={partsStyle.actions}>
          {!readOnly && (
            <IconButton
              size="small"
              icon="plus"
              label={t('library.insert', { name })}
              disabled={!online}
              // the caret stays in the text
              onMouseDown={(event) => event.preventDefault()}
              onClick={onInsert}
            />
          )}
          <Menu
            label={t('library.actions', { name })}
            icon="more"
            iconOnly
            size="small"
            actions={[
              {
                id: 'rename',
                label: t('library.rename'),
                disabled: !online,
                onAction: () => onLayer({ kind: 'rename', row }),
              },
              ...(readOnly
                ? []
                : [
                    {
                      id: 'replace',
                      label: t('library.replace'),
                      disabled: !online || !hasChosen,
                      onAction: () => onLayer({ kind: 'save', row }),
                    },
                  ]),
              {
                id: 'remove',
                label: t('template:delete'),
                danger: true,
                separated: true,
                disabled: !online,
                onAction: () => onLayer({ kind: 'remove', row }),
              },
            ]}
          />
        </span>
      </div>
      <p className={style.clauseText}>{row.text}</p>
      <p className={partsStyle.about}>
        {[category, row.updateUserName, formatDateTime(row.updateTime)].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
