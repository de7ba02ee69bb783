import { Link } from '@remix-run/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { mayDoWith, TEMPLATE_STATUS, TEMPLATE_TYPES, type TemplateStatus } from '#core/template/record.ts';
import {
  listTemplates,
  removeTemplate,
  saveTemplate,
  saveTemplateGrants,
  type TemplateRow,
  updateTemplate,
} from '#core/template/record-calls.ts';
import { disableTemplate, enableTemplate } from '#core/template/version-calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { anyOf } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { editorPath } from '../../parts/template-form/editor-path.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import type { Column } from '../../ui/table/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { FileDialog } from './file-dialog.tsx';
import { RecordsButton } from './part-list.tsx';
import { DisableDialog, EnableDialog } from './switch-dialog.tsx';
import { TemplateGroups } from './template-groups.tsx';

const FILTERS = { templateName: '', templateType: '', businessType: '', status: '' };
const BADGES: Record<TemplateStatus, StateBadge> = {
  DRAFT: { tone: 'neutral', icon: 'pen' },
  ENABLED: { tone: 'success', icon: 'success' },
  DISABLED: { tone: 'error', icon: 'ban' },
};

const TABS = ['files', 'groups'] as const;

/** /company/frontTemplateFile ([2.3a], [3.7]): contract templates, and in a second tab groups to send together. */
export function TemplateFiles() {
  const { t } = useTranslation('template');
  const [tab, choose] = useTab('tab', TABS);
  const tabs = (list: ReactNode) => (
    <Tabs
      label={t('file.title')}
      selected={tab}
      onSelect={choose}
      items={TABS.map((id) => ({ id, label: t(`tab.${id}`) }))}
    >
      {list}
    </Tabs>
  );
  return tab === 'groups' ? <TemplateGroups tabs={tabs} /> : <FileList tabs={tabs} />;
}

/** The list of templates, including which organizations may use them ([6.3c]). */
function FileList({ tabs }: { tabs: (list: ReactNode) => ReactNode }) {
  const { t } = useTranslation('template');
  const [mayCreate, mayEdit] = [useMay('template_create'), useMay('template_edit')];
  const list = useList(listTemplates, { filters: FILTERS });
  return (
    <ListPage
      title={t('file.title')}
      about={t('file.about')}
      code="template.files"
      list={list}
      tabs={tabs}
      rowKey={(row) => row.id}
      columns={columnsOf(t)}
      actions={mayEdit ? actionsOf(t) : []}
      beside={<RecordsButton kind="TEMPLATE" />}
      main={
        mayCreate && {
          id: 'add',
          label: t('file.add'),
          icon: 'plus',
          layer: ({ close, renew }) => <FileDialog row={undefined} onClose={close} onSettled={renew} />,
          calls: [saveTemplate],
        }
      }
      fields={[
        { name: 'templateName', label: t('file.name'), maxLength: LIMITS.templateName },
        {
          name: 'templateType',
          label: t('file.type'),
          kind: 'select',
          options: anyOf(t('file.any'), TEMPLATE_TYPES, (value) => t(`file.types.${value}`)),
        },
        {
          name: 'businessType',
          label: t('file.business'),
          kind: 'select',
          options: anyOf(t('file.any'), BUSINESS_TYPES, (value) => t(`ui:businessType.${value}`)),
        },
        {
          name: 'status',
          label: t('file.status'),
          kind: 'select',
          options: anyOf(t('file.any'), TEMPLATE_STATUS, (value) => t(`file.states.${value}`)),
        },
      ]}
      empty={{ icon: 'template', title: t('file.none'), text: t('file.noneText') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'template'>>['t'];

// The code for versions, differences and parameter files is loaded on first use.
const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));
const ParametersDialog = lazy(() => import('./parameters-dialog.tsx'));

/** [6.6d] On another organization's template, only the actions it authorized. */
const actionsOf = (t: Translate): Action<TemplateRow>[] => [
  {
    id: 'write',
    label: t('file.write'),
    icon: 'page',
    to: editorPath,
  },
  {
    id: 'use',
    label: t('file.use'),
    icon: 'send',
    when: (row) => row.status === 'ENABLED',
    to: ({ id }) => `/entcontract/startEntContract?template=${id}`,
  },
  {
    id: 'link',
    label: t('file.link'),
    icon: 'qr',
    when: (row) => row.status === 'ENABLED',
    to: ({ id }) => `/contract/signingLink?template=${id}`,
  },
  {
    id: 'edit',
    label: t('edit'),
    icon: 'pen',
    when: (row) => mayDoWith(row.access).edit,
    layer: ({ rows: [row], close, renew }) => <FileDialog row={row} onClose={close} onSettled={renew} />,
    calls: [updateTemplate],
  },
  {
    id: 'authorize',
    label: t('authorize.action'),
    icon: 'users',
    when: (row) => mayDoWith(row.access).authorize,
    layer: ({ rows: [row], close, renew }) => <AuthorizeDialog row={row} onClose={close} onSettled={renew} />,
    calls: [saveTemplateGrants],
  },
  {
    id: 'remove',
    label: t('delete'),
    icon: 'trash',
    danger: true,
    when: (row) => mayDoWith(row.access).remove,
    ask: ([{ templateName }]) => ({
      title: t('file.deleteTitle'),
      thing: templateName,
      consequence: t('file.deleteText'),
    }),
    run: ([{ id }]) => call(removeTemplate, { id }),
    done: ([{ templateName }]) => t('deleted', { name: templateName }),
    calls: [removeTemplate],
  },
  {
    id: 'enable',
    label: t('file.enable'),
    icon: 'success',
    when: (row) => mayDoWith(row.access).publish && row.status === 'DISABLED',
    layer: ({ rows: [row], close, renew }) => <EnableDialog row={row} onClose={close} onSettled={renew} />,
    calls: [enableTemplate],
  },
  {
    id: 'disable',
    label: t('file.disable'),
    icon: 'ban',
    when: (row) => mayDoWith(row.access).publish && row.status === 'ENABLED',
    layer: ({ rows: [row], close, renew }) => <DisableDialog row={row} onClose={close} onSettled={renew} />,
    calls: [disableTemplate],
  },
  {
    id: 'versions',
    label: t('version.action'),
    icon: 'history',
    layer: ({ rows: [row], close }) => (
      <Suspense>
        <VersionsDialog row={row} onClose={close} />
      </Suspense>
    ),
  },
  {
    id: 'parameters',
    label: t('xml.action'),
    icon: 'upload',
    layer: ({ rows: [row], close }) => (
      <Suspense>
        <ParametersDialog row={row} onClose={close} />
      </Suspense>
    ),
  },
];

/** [3.7] Columns of the template list. */
const columnsOf = (t: Translate): Column<TemplateRow>[] => [
  {
    id: 'templateName',
    title: t('file.name'),
    minWidth: 140,
    fixed: true,
    sort: true,
    cell: (row) => <Link to={editorPath(row)}>{row.templateName}</Link>,
  },
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
    brief: true,
    cell: ({ status, reviewing }) => (
      <>
        <Badge {...BADGES[status]}>{t(`file.states.${status}`)}</Badge>{' '}
        {reviewing && <Badge {...BADGE.waiting}>{t('file.reviewing')}</Badge>}
      </>
    ),
  },
  {
    id: 'number',
    title: t('file.number'),
    minWidth: 80,
    cell: ({ number }) => (number === 0 ? '—' : t('version.nth', { number })),
  },
  { id: 'entName', title: t('file.owner'), minWidth: 160, brief: true },
  {
    id: 'access',
    title: t('file.accessTitle'),
    brief: true,
    minWidth: 100,
    cell: ({ access, authorizedNum }) =>
      authorizedNum > 0 ? t('file.authorizedTo', { count: authorizedNum }) : t(`file.access.${access}`),
  },
  { id: 'createUserName', title: t('createUserName'), minWidth: 100, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime', sort: true, hidden: true },
  { id: 'updateTime', title: t('updateTime'), kind: 'dateTime', sort: true },
];
