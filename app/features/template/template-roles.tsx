import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { componentFlags, type FlagChanges } from '#core/identity/component-flags.ts';
import { listRoles, type RoleRow, removeRole } from '#core/template/calls.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import type { Option } from '../../ui/radio-group.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { type Editing, PartName, PartPage, partActions, RemovePart } from './part-list.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { nameOf, useDictionary } from './use-dictionary.ts';

const EMPTY = { roleName: '' };
const NO_BUTTONS: string[] = [];

/**
 * /company/frontTemplateRole ([2.3a]): roles in which people sign what is made from templates. `changes` is for pages that
 * embed the list with other parts than the buttons give ([6.6c]).
 */
export function TemplateRoles({ changes }: { changes?: FlagChanges }) {
  const { t } = useTranslation('template');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [editing, setEditing] = useState<Editing<RoleRow>>();
  const buttons = useSession((s) => s.btnPermissions) ?? NO_BUTTONS;
  const flags = componentFlags('front_templateRole', buttons, changes);
  const ownerType = useSession((s) => s.activeUser?.userOwnerType);
  const { options } = useDictionary('TEMPLATE_SIGN_ROLE_TYPE');
  const input = filledIn({ ...state.page, ...state.filters, ownerType });
  const list = useQuery({
    ...queryOf(listRoles, input),
    placeholderData: keepPreviousData,
  });
  const again = () => refresh(removeRole);
  const columns = useMemo(() => columnsOf(t, options), [t, options]);
  const close = () => setEditing(undefined);
  return (
    <PartPage
      kind="ROLE"
      title={t('role.title')}
      about={t('role.about')}
      add={t('role.add')}
      mayAdd={flags.list.add}
      onAdd={() => setEditing({ deed: 'add' })}
    >
      {flags.list.search && (
        <SearchForm
          fields={[{ name: 'roleName', label: t('role.name'), maxLength: LIMITS.templateRoleName }]}
          values={state.filters}
          onSearch={state.search}
          noReset={!flags.list.reset}
        />
      )}
      <Table
        {...pagedTable(list, state)}
        code="template.roles"
        label={t('role.title')}
        columns={columns}
        rowKey={(row) => row.id}
        actions={partActions(flags, { edit: t('edit'), delete: t('delete') }, setEditing)}
        empty={<EmptyState icon="users" title={t('role.none')} />}
      />
      {editing && editing.deed !== 'delete' && (
        <RoleDialog
          row={editing.deed === 'edit' ? editing.row : undefined}
          ownerType={ownerType}
          flags={flags[editing.deed]}
          onClose={close}
          onSettled={again}
        />
      )}
      {editing?.deed === 'delete' && (
        <RemovePart
          title={t('role.deleteTitle')}
          name={editing.row.roleName}
          flags={flags.delete}
          consequence={t('deleteText')}
          remove={() => call(removeRole, { id: editing.row.id })}
          onClose={close}
          onSettled={again}
        />
      )}
    </PartPage>
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [3.9] */
const columnsOf = (t: Translate, types: readonly Option[] | undefined): Column<RoleRow>[] => [
  {
    id: 'roleName',
    title: t('role.name'),
    minWidth: 180,
    fixed: true,
    sort: true,
    cell: (row) => <PartName name={row.roleName} editable={row.editable} />,
  },
  {
    id: 'roleType',
    title: t('role.type'),
    width: 120,
    sort: true,
    cell: (row) => nameOf(types, row.roleType),
  },
  { id: 'note', title: t('role.note'), minWidth: 200 },
  { id: 'createUserName', title: t('createUserName'), minWidth: 110, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true },
  { id: 'updateUserName', title: t('updateUserName'), minWidth: 110 },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
