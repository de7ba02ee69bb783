import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { componentFlags, type FlagChanges } from '#core/identity/component-flags.ts';
import { type FieldRow, listFields, removeField } from '#core/template/calls.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { AddFields, EditField } from './field-dialogs.tsx';
import { type Editing, PartName, PartPage, partActions, RemovePart } from './part-list.tsx';
import { useDictionary } from './use-dictionary.ts';

const EMPTY = { fieldName: '', fieldType: [] as readonly string[] };
const NO_BUTTONS: string[] = [];

/**
 * /company/frontTemplateField ([2.3a]): places of templates that are filled in for each contract. `changes` is for pages
 * that embed the list with other parts than the buttons give ([6.6c]).
 */
export function TemplateFields({ changes }: { changes?: FlagChanges }) {
  const { t } = useTranslation('template');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [editing, setEditing] = useState<Editing<FieldRow>>();
  const buttons = useSession((s) => s.btnPermissions) ?? NO_BUTTONS;
  const flags = componentFlags('front_templateField', buttons, changes);
  const ownerType = useSession((s) => s.activeUser?.userOwnerType);
  const { options } = useDictionary('TEMPLATE_FIELD_TYPE');
  const { fieldName, fieldType } = state.filters;
  const input = filledIn({ ...state.page, fieldName, fieldType: fieldType.join(','), ownerType });
  const list = useQuery({
    ...queryOf(listFields, input),
    placeholderData: keepPreviousData,
  });
  const again = () => refresh(removeField);
  const columns = useMemo(() => columnsOf(t), [t]);
  const close = () => setEditing(undefined);
  return (
    <PartPage
      kind="FIELD"
      title={t('field.title')}
      about={t('field.about')}
      add={t('field.add')}
      mayAdd={flags.list.add}
      onAdd={() => setEditing({ deed: 'add' })}
    >
      {flags.list.search && (
        <SearchForm
          fields={[
            { name: 'fieldName', label: t('field.name'), maxLength: LIMITS.templateFieldName },
            { name: 'fieldType', label: t('field.type'), kind: 'multi', options: options ?? [] },
          ]}
          values={state.filters}
          onSearch={state.search}
          noReset={!flags.list.reset}
        />
      )}
      <Table
        {...pagedTable(list, state)}
        code="template.fields"
        label={t('field.title')}
        columns={columns}
        rowKey={(row) => row.id}
        actions={partActions(flags, { edit: t('edit'), delete: t('delete') }, setEditing)}
        empty={<EmptyState icon="template" title={t('field.none')} />}
      />
      {editing?.deed === 'add' && (
        <AddFields ownerType={ownerType} flags={flags.add} onClose={close} onSettled={again} />
      )}
      {editing?.deed === 'edit' && (
        <EditField
          row={editing.row}
          ownerType={ownerType}
          flags={flags.edit}
          onClose={close}
          onSettled={again}
        />
      )}
      {editing?.deed === 'delete' && (
        <RemovePart
          title={t('field.deleteTitle')}
          name={editing.row.fieldName}
          flags={flags.delete}
          consequence={t('deleteText')}
          remove={() => call(removeField, { id: editing.row.id })}
          onClose={close}
          onSettled={again}
        />
      )}
    </PartPage>
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [3.8] */
const columnsOf = (t: Translate): Column<FieldRow>[] => [
  {
    id: 'fieldName',
    title: t('field.name'),
    minWidth: 180,
    fixed: true,
    sort: true,
    cell: (row) => <PartName name={row.fieldName} editable={row.editable} />,
  },
  { id: 'fieldTypeName', title: t('field.type'), minWidth: 180 },
  { id: 'fieldLength', title: t('field.length'), kind: 'number', width: 130, sort: true },
  { id: 'createUserName', title: t('createUserName'), minWidth: 110, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true, hidden: true },
  { id: 'updateUserName', title: t('updateUserName'), minWidth: 110 },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
