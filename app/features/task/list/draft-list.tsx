import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteDraft, listDrafts } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import type { Action } from '../../../kit/action.ts';
import { ActionButton } from '../../../kit/action-button.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { useActions } from '../../../kit/use-actions.tsx';
import { type RowOf, useList } from '../../../kit/use-list.ts';
import { keyOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Link } from '../../../ui/link.tsx';
import { Panel } from '../../../ui/page.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { type DeviceDraft, dropDeviceDraft, listDeviceDrafts } from '../draft/device-drafts.ts';
import style from './list.module.css';
import { useStart } from './task-actions.tsx';

type Draft = RowOf<typeof listDrafts>;

const FILTERS = { taskName: '' };
const wizardAt = ({ draftId }: Pick<Draft, 'draftId'>) => `/entcontract/startEntContract?draft=${draftId}`;

/** Drafts of the enterprise, and drafts that exist only on this device ([2.15a]). */
export function DraftList() {
  const { t } = useTranslation('task');
  const owner = useSession((s) => s.activeUser?.id) ?? '';
  const list = useList(listDrafts, { filters: FILTERS });
  return (
    <ListPage
      title={t('draft.title')}
      code="task.draft"
      list={list}
      rowKey={(row) => row.draftId}
      columns={columnsOf(t)}
      actions={draftActions(t, owner, true)}
      main={useStart()}
      before={<DeviceDrafts owner={owner} />}
      fields={[{ name: 'taskName', label: t('field.name'), maxLength: 100 }]}
      empty={{ icon: 'contract', title: t('draft.empty'), text: t('draft.emptyText'), offer: false }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'task'>>['t'];

/** `shared`: the draft is also on the enterprise's list and is removed there, too. */
const draftActions = (
  t: Translate,
  owner: string,
  shared: boolean,
): Action<Pick<Draft, 'draftId' | 'taskName'>>[] => [
  { id: 'open', label: t('draft.open'), icon: 'pen', to: wizardAt },
  {
    id: 'delete',
    label: t('draft.delete'),
    icon: 'trash',
    danger: true,
    ...(shared ? { batch: { label: t('draft.deleteAll'), choose: t('draft.choose') } } : {}),
    ask: (drafts) => ({
      title: t(drafts.length > 1 ? 'draft.deleteTitleAll' : 'draft.deleteTitle', { count: drafts.length }),
      thing: drafts.map(({ taskName }) => taskName || t('draft.unnamed')).join(t('ui:separator')),
      consequence: t(shared ? 'draft.deleteShared' : 'draft.deleteDevice'),
    }),
    run: async (drafts) => {
      for (const { draftId } of drafts) {
        if (shared) await call(deleteDraft, { draftId });
        await dropDeviceDraft(owner, draftId);
      }
    },
    done: (drafts) =>
      drafts.length > 1 ? t('draft.deletedAll', { count: drafts.length }) : t('draft.deleted'),
    calls: [deleteDraft],
  },
];

const columnsOf = (t: Translate): Column<Draft>[] => [
  {
    id: 'taskName',
    title: t('field.name'),
    minWidth: 220,
    fixed: true,
    cell: (row) => (
      <span className={style.name}>
        <Link to={wizardAt(row)} quiet>
          {row.taskName || t('draft.unnamed')}
        </Link>
      </span>
    ),
  },
  { id: 'fileNum', title: t('field.files'), kind: 'number', width: 100 },
  { id: 'creator', title: t('draft.creator'), brief: true },
  { id: 'latestSavingTime', title: t('draft.savedAt'), kind: 'dateTime', brief: true },
];

function DeviceDrafts({ owner }: { owner: string }) {
  const { t } = useTranslation('task');
  const host = useActions<DeviceDraft>();
  const found = useDeviceDrafts(owner);
  if (found.length === 0) return host.layer;
  return (
    <Panel title={t('draft.onDevice')}>
      <p className={style.hint}>{t('draft.onDeviceText')}</p>
      <ul className={style.device}>
        {found.map((draft) => (
          <li key={draft.draftId}>
            <strong>{draft.taskName || t('draft.unnamed')}</strong>
            <span>{t('draft.fileCount', { count: draft.fileNum })}</span>
            {draftActions(t, owner, false).map((action) => (
              <ActionButton
                key={action.id}
                action={action}
                row={draft}
                host={host}
                size="small"
                kind={action.danger ? 'quiet' : 'plain'}
              />
            ))}
          </li>
        ))}
      </ul>
      {host.layer}
    </Panel>
  );
}

const MOST_COMPARED = 1_000;

/** Drafts of this device that are not on the enterprise's list, such as those started offline. */
function useDeviceDrafts(owner: string): DeviceDraft[] {
  const { data } = useQuery({
    queryKey: keyOf(listDrafts, { size: MOST_COMPARED }, 'device', owner),
    enabled: owner !== '',
    queryFn: async ({ signal }) => {
      const found = await listDeviceDrafts(owner);
      if (found.length === 0) return [];
      // Offline it is unknown which of them are on the list: all are shown here.
      const known = await call(listDrafts, { size: MOST_COMPARED }, { signal }).catch(() => undefined);
      const shared = new Set(known?.records.map((row) => row.draftId));
      return found.filter(({ draftId }) => !shared.has(draftId));
    },
  });
  return data ?? [];
}
