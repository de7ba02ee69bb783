import { useNavigate } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { deleteDraft, listDrafts } from '#core/task/draft-calls.ts';
import { call } from '../../../call.ts';
import { keyOf, queryOf, useRefresh } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { Page, Panel } from '../../../ui/page.tsx';
import { SearchForm } from '../../../ui/search-form.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { filledIn } from '../../../ui/table/filled-in.ts';
import { pagedTable } from '../../../ui/table/paged-table.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import { useListState } from '../../../ui/table/use-list-state.ts';
import { toast } from '../../../ui/toast-store.ts';
import { type DeviceDraft, dropDeviceDraft, listDeviceDrafts } from '../draft/device-drafts.ts';
import style from './list.module.css';
import { StartButton } from './plan-list.tsx';

type Draft = OutputOf<typeof listDrafts>['records'][number];
type Deleting = { draftId: string; taskName: string; device: boolean };

const NO_FILTERS = { taskName: '' };
const wizardAt = (draftId: string) => `/entcontract/startEntContract?draft=${draftId}`;

/** Drafts of the enterprise, and those that only this device knows of ([2.15a]). */
export function DraftList() {
  const { t } = useTranslation('task');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const owner = useSession((s) => s.activeUser?.id) ?? '';
  const state = useListState(NO_FILTERS);
  const [deleting, setDeleting] = useState<Deleting>();
  const input = useMemo(() => filledIn({ ...state.page, ...state.filters }), [state.page, state.filters]);
  const list = useQuery({
    ...queryOf(listDrafts, input, owner),
    placeholderData: keepPreviousData,
  });
  const onDevice = useDeviceDrafts(owner);

  const columns = useMemo(
    (): Column<Draft>[] => [
      {
        id: 'taskName',
        title: t('field.name'),
        minWidth: 220,
        fixed: true,
        cell: (row) => (
          <span className={style.name}>
            <Link to={wizardAt(row.draftId)} quiet>
              {row.taskName || t('draft.unnamed')}
            </Link>
          </span>
        ),
      },
      { id: 'fileNum', title: t('field.files'), kind: 'number', width: 100 },
      { id: 'creator', title: t('draft.creator') },
      { id: 'latestSavingTime', title: t('draft.savedAt'), kind: 'dateTime' },
    ],
    [t],
  );

  return (
    <Page title={t('draft.title')} actions={<StartButton />}>
      {onDevice.length > 0 && (
        <Panel title={t('draft.onDevice')}>
          <p className={style.hint}>{t('draft.onDeviceText')}</p>
          <ul className={style.device}>
            {onDevice.map(({ draftId, taskName, fileNum }) => (
              <li key={draftId}>
                <strong>{taskName || t('draft.unnamed')}</strong>
                <span>{t('draft.fileCount', { count: fileNum })}</span>
                <LinkButton to={wizardAt(draftId)} size="small">
                  {t('draft.open')}
                </LinkButton>
                <Button
                  size="small"
                  kind="quiet"
                  icon="trash"
                  onClick={() => setDeleting({ draftId, taskName, device: true })}
                >
                  {t('draft.delete')}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel>
        <SearchForm
          fields={[{ name: 'taskName', label: t('field.name'), maxLength: 100 }]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="task.draft"
          label={t('draft.title')}
          columns={columns}
          rowKey={(row) => row.draftId}
          empty={
            <EmptyState icon="contract" title={t('draft.empty')}>
              {t('draft.emptyText')}
            </EmptyState>
          }
          actions={[
            {
              id: 'open',
              label: t('draft.open'),
              icon: 'pen',
              onAction: ({ draftId }) => navigate(wizardAt(draftId)),
            },
            {
              id: 'delete',
              label: t('draft.delete'),
              icon: 'trash',
              danger: true,
              onAction: ({ draftId, taskName }) => setDeleting({ draftId, taskName, device: false }),
            },
          ]}
        />
      </Panel>
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('draft.deleteTitle')}
        thing={deleting?.taskName || t('draft.unnamed')}
        consequence={t(deleting?.device ? 'draft.deleteDevice' : 'draft.deleteShared')}
        tone="danger"
        confirmLabel={t('draft.delete')}
        onConfirm={async () => {
          if (!deleting) return;
          if (!deleting.device) await call(deleteDraft, { draftId: deleting.draftId });
          await dropDeviceDraft(owner, deleting.draftId);
          toast({ tone: 'success', text: t('draft.deleted') });
          await refresh(deleteDraft);
        }}
      />
    </Page>
  );
}

const MOST_COMPARED = 1_000;

/** Drafts of this device that the enterprise's list does not hold, as when they were begun without a network. */
function useDeviceDrafts(owner: string): DeviceDraft[] {
  const { data } = useQuery({
    queryKey: keyOf(listDrafts, { size: MOST_COMPARED }, 'device', owner),
    enabled: owner !== '',
    queryFn: async ({ signal }) => {
      const found = await listDeviceDrafts(owner);
      if (found.length === 0) return [];
      // Without a network nobody knows which of them the list holds: all of them can be opened here.
      const known = await call(listDrafts, { size: MOST_COMPARED }, { signal }).catch(() => undefined);
      const shared = new Set(known?.records.map((row) => row.draftId));
      return found.filter(({ draftId }) => !shared.has(draftId));
    },
  });
  return data ?? [];
}
