import { useTranslation } from 'react-i18next';
import { AUDIT_ACTIONS } from '#core/platform/audit.ts';
import { listAudit } from '#core/platform/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';

const FILTERS = { action: '', actorName: '', targetName: '', time: ['', ''] as readonly string[] };

/** /platform/audit ([6.1]): log of privileged actions and of views of personal data. */
export function AuditList() {
  const { t } = useTranslation(['platform', 'realname']);
  const list = useList(listAudit, {
    filters: FILTERS,
    input: ({ time, ...rest }) => ({ ...rest, from: dayStart(time[0]), to: dayEnd(time[1]) }),
  });
  return (
    <ListPage
      title={t('audit.title')}
      about={t('audit.about')}
      main={{
        id: 'endSessions',
        label: t('sessions.title'),
        icon: 'logout',
        layer: ({ close }) => <EndSessionsDialog onClose={close} />,
      }}
      code="platform.audit"
      list={list}
      rowKey={(row) => row.id}
      columns={[
        { id: 'at', title: t('audit.at'), kind: 'dateTime', fixed: true },
        { id: 'actorName', title: t('audit.actor'), minWidth: 110 },
        {
          id: 'action',
          title: t('audit.action'),
          minWidth: 160,
          cell: (row) => t(`audit.does.${row.action}`),
        },
        {
          id: 'targetKind',
          title: t('audit.kind'),
          minWidth: 90,
          cell: (row) => t(`audit.of.${row.targetKind}`),
        },
        { id: 'targetName', title: t('audit.target'), minWidth: 180 },
        {
          id: 'remark',
          title: t('audit.remark'),
          kind: 'long',
          minWidth: 180,
          cell: (row) => (row.action === 'PHOTO_VIEWED' ? t(`realname:photo.${row.remark}`) : row.remark),
        },
        { id: 'targetId', title: t('audit.id'), hidden: true },
      ]}
      fields={[
        choice('action', t('audit.action'), t('any'), AUDIT_ACTIONS, (value) => t(`audit.does.${value}`)),
        { name: 'actorName', label: t('audit.actor'), maxLength: 60 },
        { name: 'targetName', label: t('audit.target'), maxLength: 100 },
        { name: 'time', label: t('audit.at'), kind: 'dateRange' },
      ]}
      empty={{ icon: 'history', title: t('audit.none'), offer: false }}
    />
  );
}
