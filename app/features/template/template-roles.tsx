import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { componentFlags, type FlagChanges } from '#core/identity/component-flags.ts';
import { listRoles, type RoleRow, removeRole, saveRole, updateRole } from '#core/template/calls.ts';
import { call } from '../../call.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { useSession } from '../../session/session-store.ts';
import type { Option } from '../../ui/radio-group.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { PartName, partActions, RecordsButton } from './part-list.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { nameOf, useDictionary } from './use-dictionary.ts';

const FILTERS = { roleName: '' };
const NO_BUTTONS: string[] = [];

/**
 * /company/frontTemplateRole ([2.3a]): roles in which people sign documents made from templates. `changes` overrides
 * the flags derived from the button permissions, for pages that embed the list ([6.6c]).
 */
export function TemplateRoles({ changes }: { changes?: FlagChanges }) {
  const { t } = useTranslation('template');
  const buttons = useSession((s) => s.btnPermissions) ?? NO_BUTTONS;
  const flags = componentFlags('front_templateRole', buttons, changes);
  const ownerType = useSession((s) => s.activeUser?.userOwnerType);
  const { options } = useDictionary('TEMPLATE_SIGN_ROLE_TYPE');
  const list = useList(listRoles, { filters: FILTERS, input: (filters) => ({ ...filters, ownerType }) });
  return (
    <ListPage
      title={t('role.title')}
      about={t('role.about')}
      code="template.roles"
      list={list}
      rowKey={(row) => row.id}
      columns={columnsOf(t, options)}
      beside={<RecordsButton kind="ROLE" />}
      main={
        flags.list.add && {
          id: 'add',
          label: t('role.add'),
          icon: 'plus',
          layer: ({ close, renew }) => (
            <RoleDialog
              row={undefined}
              ownerType={ownerType}
              flags={flags.add}
              onClose={close}
              onSettled={renew}
            />
          ),
          calls: [saveRole],
        }
      }
      fields={
        flags.list.search
          ? [{ name: 'roleName', label: t('role.name'), maxLength: LIMITS.templateRoleName }]
          : []
      }
      noReset={!flags.list.reset}
      actions={partActions<RoleRow>(t, flags, {
        nameOf: (row) => row.roleName,
        edit: ({ rows: [row], close, renew }) => (
          <RoleDialog row={row} ownerType={ownerType} flags={flags.edit} onClose={close} onSettled={renew} />
        ),
        deleteTitle: t('role.deleteTitle'),
        remove: ({ id }) => call(removeRole, { id }),
        edits: updateRole,
        removes: removeRole,
      })}
      empty={{ icon: 'users', title: t('role.none'), offer: false }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

/** [3.9] Columns of the role list. */
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
    brief: true,
    sort: true,
    cell: (row) => nameOf(types, row.roleType),
  },
  { id: 'note', title: t('role.note'), minWidth: 200, brief: true },
  { id: 'createUserName', title: t('createUserName'), minWidth: 110, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true },
  { id: 'updateUserName', title: t('updateUserName'), minWidth: 110 },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
