import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import {
  type GroupRow,
  listGroups,
  removeGroup,
  saveGroup,
  updateGroup,
} from '#core/template/group-calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { anyOf } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { useMay } from '../../shell/use-identity.ts';
import type { Column } from '../../ui/table/table.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { LeftOutBadge } from './left-out.tsx';
import { RecordsButton } from './part-list.tsx';
import style from './template.module.css';

const FILTERS = { groupName: '', businessType: '' };

/** The list of groups of templates that are sent together, a tab beside the templates ([2.3a]). */
export function TemplateGroups({ tabs }: { tabs: (list: ReactNode) => ReactNode }) {
  const { t } = useTranslation('template');
  const [mayCreate, mayEdit] = [useMay('template_create'), useMay('template_edit')];
  const list = useList(listGroups, { filters: FILTERS });
  return (
    <ListPage
      title={t('file.title')}
      about={t('group.about')}
      code="template.groups"
      list={list}
      tabs={tabs}
      rowKey={(row) => row.id}
      columns={columnsOf(t)}
      actions={mayEdit ? actionsOf(t) : []}
      beside={<RecordsButton kind="GROUP" />}
      main={
        mayCreate && {
          id: 'add',
          label: t('group.add'),
          icon: 'plus',
          layer: ({ close, renew }) => <GroupDialog row={undefined} onClose={close} onSettled={renew} />,
          calls: [saveGroup],
        }
      }
      fields={[
        { name: 'groupName', label: t('group.name'), maxLength: LIMITS.templateName },
        {
          name: 'businessType',
          label: t('file.business'),
          kind: 'select',
          options: anyOf(t('file.any'), BUSINESS_TYPES, (value) => t(`ui:businessType.${value}`)),
        },
      ]}
      empty={{ icon: 'template', title: t('group.none'), text: t('group.noneText') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

const actionsOf = (t: Translate): Action<GroupRow>[] => [
  {
    id: 'use',
    label: t('file.use'),
    icon: 'send',
    when: ({ templates }) => templates.some(({ leftOut }) => leftOut === null),
    to: ({ id }) => `/entcontract/startEntContract?group=${id}`,
  },
  {
    id: 'edit',
    label: t('edit'),
    icon: 'pen',
    layer: ({ rows: [row], close, renew }) => <GroupDialog row={row} onClose={close} onSettled={renew} />,
    calls: [updateGroup],
  },
  {
    id: 'remove',
    label: t('delete'),
    icon: 'trash',
    danger: true,
    ask: ([{ groupName }]) => ({
      title: t('group.deleteTitle'),
      thing: groupName,
      consequence: t('group.deleteText'),
    }),
    run: ([{ id }]) => call(removeGroup, { id }),
    done: ([{ groupName }]) => t('deleted', { name: groupName }),
    calls: [removeGroup],
  },
];

const columnsOf = (t: Translate): Column<GroupRow>[] => [
  { id: 'groupName', title: t('group.name'), minWidth: 160, fixed: true, sort: true },
  {
    id: 'businessType',
    title: t('file.business'),
    minWidth: 110,
    brief: true,
    cell: (row) => t(`ui:businessType.${row.businessType}`),
  },
  {
    id: 'templates',
    title: t('group.members'),
    minWidth: 260,
    brief: true,
    cell: ({ templates }) => (
      <ol className={style.inGroup}>
        {templates.map(({ id, templateName, leftOut }) => (
          <li key={id}>
            {templateName || t('group.gone')} <LeftOutBadge why={leftOut} />
          </li>
        ))}
      </ol>
    ),
  },
  { id: 'createUserName', title: t('createUserName'), minWidth: 100, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true, hidden: true },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
