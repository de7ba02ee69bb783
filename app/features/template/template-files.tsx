import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { mayDoWith, TEMPLATE_STATUS, TEMPLATE_TYPES, type TemplateStatus } from '#core/template/record.ts';
import { listTemplates, removeTemplate, type TemplateRow } from '#core/template/record-calls.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Badge, type StateLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { FileDialog } from './file-dialog.tsx';
import { PartPage, RemovePart } from './part-list.tsx';

const EMPTY = { templateName: '', templateType: '', businessType: '', status: '' };
const LOOKS: Record<TemplateStatus, StateLook> = {
  DRAFT: { tone: 'neutral', icon: 'pen' },
  ENABLED: { tone: 'success', icon: 'success' },
  DISABLED: { tone: 'error', icon: 'ban' },
};
type Open = { deed: 'add' } | { deed: 'edit' | 'authorize' | 'remove'; row: TemplateRow };

/** /company/frontTemplateFile ([2.3a], [3.7]): templates of contracts, and which organizations may use them ([6.3c]). */
export function TemplateFiles() {
  const { t } = useTranslation('template');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<Open>();
  const [mayCreate, mayEdit] = [useMay('template_create'), useMay('template_edit')];
  const input = filledIn({ ...state.page, ...state.filters }) as InputOf<typeof listTemplates>;
  const list = useQuery({
    ...queryOf(listTemplates, input),
    placeholderData: keepPreviousData,
  });
  const again = () => refresh(removeTemplate);
  const columns = useMemo(() => columnsOf(t), [t]);
  const actions = useMemo(
    () => (mayEdit ? actionsOf(t, (deed, row) => setOpen({ deed, row })) : []),
    [t, mayEdit],
  );
  const any = { value: '', label: t('file.any') };
  const close = () => setOpen(undefined);
  const add = () => setOpen({ deed: 'add' });
  return (
    <PartPage
      kind="TEMPLATE"
      title={t('file.title')}
      about={t('file.about')}
      add={t('file.add')}
      mayAdd={mayCreate}
      onAdd={add}
    >
      <SearchForm
        fields={[
          { name: 'templateName', label: t('file.name'), maxLength: LIMITS.templateName },
          {
            name: 'templateType',
            label: t('file.type'),
            kind: 'select',
            options: [any, ...TEMPLATE_TYPES.map((value) => ({ value, label: t(`file.types.${value}`) }))],
          },
          {
            name: 'businessType',
            label: t('file.business'),
            kind: 'select',
            options: [
              any,
              ...BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) })),
            ],
          },
          {
            name: 'status',
            label: t('file.status'),
            kind: 'select',
            options: [any, ...TEMPLATE_STATUS.map((value) => ({ value, label: t(`file.states.${value}`) }))],
          },
        ]}
        values={state.filters}
        onSearch={state.search}
      />
      <Table
        {...pagedTable(list, state)}
        code="template.files"
        label={t('file.title')}
        columns={columns}
        rowKey={(row) => row.id}
        actions={actions}
        empty={
          <EmptyState
            icon="template"
            title={t('file.none')}
            actions={
              mayCreate && (
                <Button icon="plus" onClick={add}>
                  {t('file.add')}
                </Button>
              )
            }
          >
            {t('file.noneText')}
          </EmptyState>
        }
      />
      {(open?.deed === 'add' || open?.deed === 'edit') && (
        <FileDialog row={open.deed === 'edit' ? open.row : undefined} onClose={close} onSettled={again} />
      )}
      {open?.deed === 'authorize' && <AuthorizeDialog row={open.row} onClose={close} onSettled={again} />}
      {open?.deed === 'remove' && (
        <RemovePart
          title={t('file.deleteTitle')}
          name={open.row.templateName}
          consequence={t('file.deleteText')}
          remove={() => call(removeTemplate, { id: open.row.id })}
          onClose={close}
          onSettled={again}
        />
      )}
    </PartPage>
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [6.6d] Of another organization's template only what it authorized. */
const actionsOf = (
  t: Translate,
  onAction: (deed: 'edit' | 'authorize' | 'remove', row: TemplateRow) => void,
): RowAction<TemplateRow>[] => [
  {
    id: 'edit',
    label: t('edit'),
    icon: 'pen',
    hidden: (row) => !mayDoWith(row.access).edit,
    onAction: (row) => onAction('edit', row),
  },
  {
    id: 'authorize',
    label: t('authorize.action'),
    icon: 'users',
    hidden: (row) => !mayDoWith(row.access).authorize,
    onAction: (row) => onAction('authorize', row),
  },
  {
    id: 'remove',
    label: t('delete'),
    icon: 'trash',
    danger: true,
    hidden: (row) => !mayDoWith(row.access).remove,
    onAction: (row) => onAction('remove', row),
  },
];

/** [3.7] */
const columnsOf = (t: Translate): Column<TemplateRow>[] => [
  { id: 'templateName', title: t('file.name'), minWidth: 140, fixed: true, sort: true },
  {
    id: 'templateType',
    title: t('file.type'),
    minWidth: 110,
    sort: true,
    cell: (row) => t(`file.types.${row.templateType}`),
  },
  {
    id: 'businessType',
    title: t('file.business'),
    minWidth: 110,
    cell: (row) => t(`ui:businessType.${row.businessType}`),
  },
  {
    id: 'sceneType',
    title: t('file.scene'),
    minWidth: 110,
    hidden: true,
    cell: (row) => t(`file.scenes.${row.sceneType}`),
  },
  {
    id: 'status',
    title: t('file.status'),
    minWidth: 90,
    cell: ({ status }) => <Badge {...LOOKS[status]}>{t(`file.states.${status}`)}</Badge>,
  },
  { id: 'entName', title: t('file.owner'), minWidth: 160 },
  {
    id: 'access',
    title: t('file.accessTitle'),
    minWidth: 100,
    cell: ({ access, authorizedNum }) =>
      authorizedNum > 0 ? t('file.authorizedTo', { count: authorizedNum }) : t(`file.access.${access}`),
  },
  { id: 'createUserName', title: t('createUserName'), minWidth: 100, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true, hidden: true },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
