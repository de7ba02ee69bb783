import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import {
  completeQuickFiles,
  listQuickFiles,
  type QuickRow,
  revokeQuickFiles,
} from '#core/quicksign/calls.ts';
import { QUICK_STATES, type QuickState } from '#core/quicksign/states.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { businessTypeText } from '../../parts/badges/business-type.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import type { Column } from '../../ui/table/table.tsx';
import { useDownload } from './use-download.ts';

const BADGES: Record<QuickState, StateBadge> = {
  IN_PROGRESS: { tone: 'warning', icon: 'pen' },
  SIGNED: { tone: 'success', icon: 'seal' },
  REVOKED: { tone: 'neutral', icon: 'undo' },
  COMPLETED: { tone: 'success', icon: 'success' },
};

const FILTERS = {
  taskName: '',
  businessType: '',
  taskFileType: '',
  status: '',
  signed: ['', ''] as readonly string[],
};

/** /quickSignManage/quickList: quick signing files, signed and pending ([3.16], [4.6]). */
export function QuickList() {
  const { t } = useTranslation('quicksign');
  const may = useMay('quick_sign');
  const download = useDownload();
  const list = useList(listQuickFiles, {
    filters: FILTERS,
    // A range of days runs from the start of the first to the end of the last, in local time.
    input: ({ signed, ...rest }) => ({
      ...rest,
      signFrom: dayStart(signed[0]),
      signTo: dayEnd(signed[1]),
    }),
  });
  return (
    <ListPage
      title={t('list')}
      code="quicksign"
      list={list}
      rowKey={(row) => row.id}
      columns={columnsOf(t)}
      actions={may ? actionsOf(t, download) : []}
      main={
        may && { id: 'start', label: t('start'), icon: 'seal', to: () => '/quickSignManage/fileQuickSign' }
      }
      fields={[
        { name: 'taskName', label: t('field.taskName'), maxLength: 100 },
        choice('businessType', t('field.businessType'), t('any'), BUSINESS_TYPES, (value) =>
          t(`ui:businessType.${value}`),
        ),
        choice('status', t('field.status'), t('any'), QUICK_STATES, (value) => t(`status.${value}`)),
        choice('taskFileType', t('field.taskFileType'), t('any'), ['PDF', 'OFD'], (value) => value),
        { name: 'signed', label: t('field.signTime'), kind: 'dateRange' },
      ]}
      empty={{ icon: 'seal', title: t('empty.title'), text: t('empty.text'), offer: false }}
    />
  );
}

function actionsOf(t: Translate, download: (row: QuickRow) => Promise<unknown>): Action<QuickRow>[] {
  const common = (id: QuickRow['actions'][number], icon: Action<QuickRow>['icon']) => ({
    id,
    label: t(`action.${id}`),
    icon,
    when: (row: QuickRow) => row.actions.includes(id),
  });
  return [
    { ...common('sign', 'pen'), to: ({ id }) => `/quickSignManage/fileQuickSign?id=${id}` },
    { ...common('preview', 'eye'), to: ({ id }) => `/quickSignManage/quickfilePreview?id=${id}` },
    { ...common('download', 'download'), run: ([row]) => download(row) },
    {
      ...common('complete', 'folder'),
      run: ([{ id }]) => call(completeQuickFiles, { id }),
      done: ([{ taskName }]) => t('completed', { name: taskName }),
      calls: [completeQuickFiles],
    },
    {
      ...common('revoke', 'undo'),
      danger: true,
      ask: ([{ taskName }]) => ({
        title: t('revoke.title'),
        thing: taskName,
        consequence: t('revoke.consequence'),
      }),
      run: ([{ id }]) => call(revokeQuickFiles, { id }),
      done: ([{ taskName }]) => t('revoke.done', { name: taskName }),
      calls: [revokeQuickFiles],
    },
  ];
}

type Translate = ReturnType<typeof useTranslation<'quicksign'>>['t'];

const columnsOf = (t: Translate): Column<QuickRow>[] => [
  {
    id: 'taskName',
    title: t('field.taskName'),
    minWidth: 200,
    sort: true,
    fixed: true,
    cell: (row) => (
      <Link to={`/quickSignManage/quickfilePreview?id=${row.id}`} quiet>
        {row.taskName}
      </Link>
    ),
  },
  {
    id: 'status',
    brief: true,
    title: t('field.status'),
    minWidth: 112,
    cell: ({ status }) => <Badge {...BADGES[status]}>{t(`status.${status}`)}</Badge>,
  },
  {
    id: 'businessType',
    title: t('field.businessType'),
    minWidth: 120,
    cell: (row) => businessTypeText(t, row),
  },
  { id: 'taskFileType', title: t('field.taskFileType'), minWidth: 90 },
  { id: 'signTime', title: t('field.signTime'), kind: 'dateTime', sort: true },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true, brief: true },
  { id: 'fileNum', title: t('field.files'), kind: 'number', hidden: true },
];
