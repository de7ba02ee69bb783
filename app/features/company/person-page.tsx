import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '#core/call.ts';
import { listPersons, type PersonRow, removePerson, savePerson } from '#core/company/calls.ts';
import { GIVEN_ROLES } from '#core/company/roles.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { AuthorizationDialog } from './authorization-form.tsx';
import { personColumns } from './person-cells.tsx';

const EMPTY = { name: '', role: '' };

/** /company/person ([2.3a], [3.2a]): people of the enterprise and what each may do. */
export function PersonPage() {
  const { t } = useTranslation('company');
  const refreshAfter = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<{ deed: 'edit' | 'remove'; row: PersonRow }>();
  const { name, role } = state.filters;
  const input = filledIn({ ...state.page, name, role: role as Role | '' });
  const list = useQuery(queryOf(listPersons, input));
  const refresh = () => refreshAfter(savePerson);
  const columns = useMemo((): Column<PersonRow>[] => columnsOf(t), [t]);
  const actions = useMemo(
    (): RowAction<PersonRow>[] => [
      {
        id: 'edit',
        label: t('action.edit'),
        icon: 'pen',
        hidden: (row) => !row.editable,
        onAction: (row) => setOpen({ deed: 'edit', row }),
      },
      {
        id: 'remove',
        label: t('action.remove'),
        icon: 'trash',
        danger: true,
        hidden: (row) => !row.editable,
        onAction: (row) => setOpen({ deed: 'remove', row }),
      },
    ],
    [t],
  );
  const roles = [
    { value: '', label: t('persons.anyRole') },
    ...ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
  ];
  return (
    <Page title={t('persons.title')} about={t('persons.about')}>
      <Panel>
        <SearchForm
          fields={[
            { name: 'name', label: t('field.person'), maxLength: 50 },
            { name: 'role', label: t('field.roles'), kind: 'select', options: roles },
          ]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="company.persons"
          label={t('persons.title')}
          columns={columns}
          rowKey={(row) => row.userId}
          actions={actions}
          empty={
            <EmptyState icon="users" title={t('persons.empty')}>
              {t('persons.emptyText')}
            </EmptyState>
          }
        />
      </Panel>
      {open?.deed === 'edit' && (
        <EditDialog row={open.row} onClose={() => setOpen(undefined)} onSettled={refresh} />
      )}
      {open?.deed === 'remove' && (
        <ConfirmDialog
          open
          onClose={() => setOpen(undefined)}
          title={t('persons.removeTitle')}
          thing={`${open.row.name} ${open.row.mobile}`}
          consequence={t('persons.removeText')}
          tone="danger"
          confirmLabel={t('action.remove')}
          onConfirm={async () => {
            await call(removePerson, { userId: open.row.userId }).finally(refresh);
            toast({ tone: 'success', text: t('persons.removed', { name: open.row.name }) });
          }}
        />
      )}
    </Page>
  );
}

type EditProps = { row: PersonRow; onClose: () => void; onSettled: () => unknown };

function EditDialog({ row, onClose, onSettled }: EditProps) {
  const { t } = useTranslation('company');
  return (
    <AuthorizationDialog
      title={t('persons.editTitle', { name: row.name })}
      initial={{
        roles: GIVEN_ROLES.filter((role) => row.roles.includes(role)),
        businessTypes: row.businessTypes,
        stamps: row.stamps.map(({ stampId, level }) => ({ stampId, level })),
      }}
      submitLabel={t('persons.save')}
      save={(given) => call(savePerson, { userId: row.userId, ...given })}
      done={t('persons.saved', { name: row.name })}
      onClose={onClose}
      onSettled={onSettled}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

const columnsOf = (t: Translate): Column<PersonRow>[] => [
  ...personColumns<PersonRow>({ name: t('field.person'), mobile: t('field.mobile') }),
  {
    id: 'roles',
    title: t('field.roles'),
    minWidth: 160,
    cell: (row) => row.roles.map((role) => t(`role.${role}`)).join(t('comma')) || t('persons.none'),
  },
  {
    id: 'businessTypes',
    title: t('field.businessTypes'),
    minWidth: 140,
    cell: (row) =>
      row.businessTypes === null
        ? t('persons.all')
        : row.businessTypes.map((type) => t(`ui:businessType.${type}`)).join(t('comma')),
  },
  {
    id: 'stamps',
    title: t('field.stamps'),
    minWidth: 160,
    cell: (row) => row.stamps.map((s) => s.stampName).join(t('comma')) || t('persons.none'),
  },
  { id: 'joinTime', title: t('field.joinTime'), kind: 'dateTime' },
];
