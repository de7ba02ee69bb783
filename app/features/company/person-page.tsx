import { useTranslation } from 'react-i18next';
import { ROLES } from '#core/call.ts';
import { listPersons, type PersonRow, removePerson, savePerson } from '#core/company/calls.ts';
import { placePersons } from '#core/company/department-calls.ts';
import { GIVEN_ROLES } from '#core/company/roles.ts';
import { call } from '../../call.ts';
import type { Action, ActionContext } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { pathText, useDepartmentFilter } from '../../parts/department/department-options.ts';
import type { Column } from '../../ui/table/table.tsx';
import { AuthorizationDialog } from './authorization-form.tsx';
import { personColumns } from './person-cells.tsx';
import { PlaceDialog } from './place-dialog.tsx';

const FILTERS = { name: '', departmentId: '', role: '' };

/** /company/person ([2.3a], [3.2a]): the enterprise's members and their authorizations. */
export function PersonPage() {
  const { t } = useTranslation('company');
  const list = useList(listPersons, { filters: FILTERS });
  const departments = useDepartmentFilter(t('departments.any'));
  return (
    <ListPage
      title={t('persons.title')}
      about={t('persons.about')}
      code="company.persons"
      list={list}
      rowKey={(row) => row.userId}
      columns={columnsOf(t)}
      actions={actionsOf(t)}
      fields={[
        { name: 'name', label: t('field.person'), maxLength: 50 },
        { name: 'departmentId', label: t('field.department'), kind: 'select', options: departments },
        choice('role', t('field.roles'), t('persons.anyRole'), ROLES, (value) => t(`role.${value}`)),
      ]}
      empty={{ icon: 'users', title: t('persons.empty'), text: t('persons.emptyText') }}
    />
  );
}

const actionsOf = (t: Translate): Action<PersonRow>[] => [
  {
    id: 'edit',
    label: t('action.edit'),
    icon: 'pen',
    when: (row) => row.editable,
    layer: (dialog) => <EditDialog {...dialog} />,
    calls: [savePerson],
  },
  {
    id: 'place',
    label: t('departments.place'),
    icon: 'users',
    layer: (dialog) => <PlaceDialog {...dialog} />,
    calls: [placePersons],
    batch: {},
  },
  {
    id: 'remove',
    label: t('action.remove'),
    icon: 'trash',
    danger: true,
    when: (row) => row.editable,
    ask: ([{ name, mobile }]) => ({
      title: t('persons.removeTitle'),
      thing: `${name} ${mobile}`,
      consequence: t('persons.removeText'),
    }),
    run: ([{ userId }]) => call(removePerson, { userId }),
    done: ([{ name }]) => t('persons.removed', { name }),
    calls: [removePerson],
  },
];

function EditDialog({ rows: [row], close, renew }: ActionContext<PersonRow>) {
  const { t } = useTranslation('company');
  return (
    <AuthorizationDialog
      title={t('persons.editTitle', { name: row.name })}
      initial={{
        roles: GIVEN_ROLES.filter((role) => row.roles.includes(role)),
        businessTypes: row.businessTypes,
        salaryWithheld: row.salaryWithheld,
        stamps: row.stamps.map(({ stampId, level }) => ({ stampId, level })),
      }}
      submitLabel={t('persons.save')}
      save={(values, proof) => call(savePerson, { userId: row.userId, ...values, proof })}
      done={t('persons.saved', { name: row.name })}
      onClose={close}
      onSettled={renew}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

const columnsOf = (t: Translate): Column<PersonRow>[] => [
  ...personColumns<PersonRow>({ name: t('field.person'), mobile: t('field.mobile') }),
  {
    id: 'roles',
    brief: true,
    title: t('field.roles'),
    minWidth: 160,
    cell: (row) =>
      row.roles
        .map((role) => t(role === 'HR' && row.salaryWithheld ? 'persons.hrNoSalary' : `role.${role}`))
        .join(t('comma')) || t('persons.none'),
  },
  {
    id: 'department',
    brief: true,
    title: t('field.department'),
    minWidth: 140,
    cell: (row) => pathText(row.department) || null,
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
