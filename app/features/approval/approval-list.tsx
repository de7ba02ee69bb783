import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { APPROVAL_BOXES, type ApprovalBox, type ApprovalRow, listApprovals } from '#core/approval/calls.ts';
import { countApprovals } from '#core/approval/count-calls.ts';
import { APPROVAL_STATES } from '#core/approval/states.ts';
import { formatDateTime, formatMoney } from '../../i18n/format.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { anyOf } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { queryOf } from '../../query.ts';
import { useTaskEvents } from '../../shell/use-task-events.ts';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import type { Column } from '../../ui/table/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PassingProgress } from './passing-progress.tsx';
import { StateBadge } from './state-badge.tsx';
import { SubstituteButton } from './substitute.tsx';
import { useApprovalActions } from './use-approval-actions.tsx';

const FILTERS = { keyword: '', state: '', time: ['', ''] as readonly string[] };

/**
 * /contract/approval ([2.5], [2.18a]): approvals pending for the user, submitted or decided by them, or sent to them
 * for information.
 */
export function ApprovalList() {
  const [box] = useTab('tab', APPROVAL_BOXES);
  return <OneBox key={box} box={box} />;
}

function OneBox({ box }: { box: ApprovalBox }) {
  const { t, i18n } = useTranslation('approval');
  const [, choose] = useTab('tab', APPROVAL_BOXES);
  const poll = useTaskEvents();
  const counts = useQuery({ ...queryOf(countApprovals, {}), refetchInterval: poll });
  const list = useList(listApprovals, {
    filters: FILTERS,
    input: ({ time, ...rest }) => ({ ...rest, box, from: dayStart(time[0]), to: dayEnd(time[1]) }),
    refresh: poll,
  });
  const actions = useApprovalActions();
  return (
    <ListPage
      title={t('title')}
      label={t(`box.${box}`)}
      beside={<SubstituteButton />}
      code={`approval.${box}`}
      list={list}
      rowKey={(row) => row.approvalId}
      columns={columnsOf(t, i18n.language, box)}
      actions={[
        { ...actions.approveAll, batch: { ...actions.approveAll.batch, hidden: box !== 'toDecide' } },
        actions.examine,
        actions.resubmit,
        actions.urge,
        actions.withdraw,
        actions.remove,
      ]}
      fields={[
        { name: 'keyword', label: t('field.title'), maxLength: 100 },
        ...(box === 'toDecide' || box === 'toStamp'
          ? []
          : [
              {
                name: 'state',
                label: t('field.state'),
                kind: 'select' as const,
                options: anyOf(t('any'), APPROVAL_STATES, (state) => t(`state.${state}`)),
              },
            ]),
        { name: 'time', label: t('field.createdAt'), kind: 'dateRange' },
      ]}
      empty={{ icon: 'check', title: t(`empty.${box}.title`), text: t(`empty.${box}.text`) }}
      tabs={(view) => (
        <Tabs
          label={t('title')}
          selected={box}
          onSelect={choose}
          items={APPROVAL_BOXES.map((id) => ({
            id,
            label: t(`box.${id}`),
            ...(id === 'toDecide' || id === 'toStamp' || id === 'submitted'
              ? { count: counts.data ? counts.data[id] : null, loud: id !== 'submitted' }
              : {}),
          }))}
        >
          <PassingProgress />
          {view}
        </Tabs>
      )}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'approval'>>['t'];

const columnsOf = (t: Translate, lang: string, box: ApprovalBox): Column<ApprovalRow>[] => [
  { id: 'title', title: t('field.title'), minWidth: 170, fixed: true },
  { id: 'subject', title: t('field.subject'), width: 110, cell: (row) => t(`subject.${row.subject}`) },
  {
    id: 'amount',
    title: t('external.amount'),
    width: 120,
    cell: ({ amount }) => (amount === null ? '—' : formatMoney(amount / 100, lang)),
  },
  // What waits for one's decision is under way.
  ...(box === 'toDecide'
    ? []
    : [
        {
          id: 'state',
          title: t('field.state'),
          width: 130,
          brief: true,
          cell: (row: ApprovalRow) => <StateBadge row={row} />,
        },
      ]),
  ...(box === 'submitted' ? [] : [{ id: 'applicant', title: t('field.applicant'), width: 120, brief: true }]),
  {
    id: 'step',
    title: t('field.step'),
    minWidth: 140,
    cell: (row) => (row.step ? `${row.step}: ${row.waitingFor.join(t('between')) || '—'}` : '—'),
  },
  { id: 'flowName', title: t('field.flow'), minWidth: 110 },
  {
    id: 'dueAt',
    title: t('field.dueAt'),
    width: 160,
    cell: (row) => (row.dueAt === null ? '—' : formatDateTime(row.dueAt)),
  },
  { id: 'createdAt', title: t('field.createdAt'), kind: 'dateTime', brief: box === 'toDecide' },
];
