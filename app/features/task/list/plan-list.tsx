import { useNavigate, useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '#core/task/calls.ts';
import { ownerOf, useSession } from '../../../session/session-store.ts';
import { useMay } from '../../../shell/use-identity.ts';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Page, Panel } from '../../../ui/page.tsx';
import { SearchForm } from '../../../ui/search-form.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { pagedTable } from '../../../ui/table/paged-table.ts';
import { type RowAction, Table } from '../../../ui/table/table.tsx';
import { useListState } from '../../../ui/table/use-list-state.ts';
import { BatchTools } from './batch-tools.tsx';
import { BOX_LOOKS, type ListBox } from './boxes.ts';
import { FetchingBar } from './fetching-bar.tsx';
import style from './list.module.css';
import { planColumns } from './list-columns.tsx';
import { listInput, NO_FILTERS, plansQuery } from './list-query.ts';
import { useFetching } from './use-fetching.ts';
import { useUrge } from './use-urge.ts';

// Dialogs, and what talks to UKeys, come with the click that needs them.
const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.tsx')).RevokeDialog }));
const BatchSignDialog = lazy(() => import('../../../agent/batch-sign-dialog.tsx'));

/** One list of signing tasks ([2.15]); what it shows is the box's. */
export function PlanList({ box }: { box: ListBox }) {
  const { t } = useTranslation('task');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { icon, labels } = BOX_LOOKS[box];
  const state = useListState(NO_FILTERS);
  const owner = useSession(ownerOf);
  const poll = useTaskEvents();
  const input = useMemo(() => listInput(box, state), [box, state]);
  const list = useQuery({
    ...plansQuery(owner, input),
    placeholderData: keepPreviousData,
    refetchInterval: poll,
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, PlanRow>>(new Map());
  const [revoking, setRevoking] = useState<PlanRow>();
  const [signing, setSigning] = useState<readonly PlanRow[]>();
  const { fetching, download } = useFetching();
  const urge = useUrge();
  const may = useMayDo();
  const rows = list.data?.records;
  // Rows that are chosen keep up with what happens to them.
  useEffect(() => {
    setChosen((old) =>
      rows?.some((row) => old.has(row.planId))
        ? new Map([...old].map(([id, row]) => [id, rows.find((one) => one.planId === id) ?? row]))
        : old,
    );
  }, [rows]);

  const choose = (ids: Set<string>) => {
    const known = new Map([...chosen, ...(rows ?? []).map((row) => [row.planId, row] as const)]);
    setChosen(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : []))));
  };
  const sent = params.get('sent');
  const columns = useMemo(
    () => planColumns(t, box, list.dataUpdatedAt, sent),
    [t, box, list.dataUpdatedAt, sent],
  );
  const action = (
    id: PlanRow['actions'][number],
    iconName: RowAction<PlanRow>['icon'],
    onAction: (row: PlanRow) => void,
  ): RowAction<PlanRow> => ({
    id,
    label: t(`action.${id}`),
    icon: iconName,
    danger: id === 'revoke',
    hidden: (row) => !row.actions.includes(id) || !may[id],
    onAction,
  });
  const actions = [
    action('sign', 'pen', ({ planId }) => navigate(`/fileSign/fileSign?planId=${planId}`)),
    action('urge', 'bell', (row) => urge.mutate([row])),
    action('preview', 'eye', ({ planId }) => navigate(`/contract/preview?planId=${planId}`)),
    action('download', 'download', (row) => download([row])),
    action('trail', 'history', ({ planId }) => navigate(`/contract/summary/${planId}`)),
    action('revoke', 'undo', setRevoking),
  ];
  const endSigning = (signed: readonly string[]) => {
    setSigning(undefined);
    choose(new Set([...chosen.keys()].filter((planId) => !signed.includes(planId))));
  };
  const table = pagedTable(list, state);
  const askForPage = (current: number) =>
    void client.prefetchQuery(
      plansQuery(owner, listInput(box, { page: { ...state.page, current }, filters: state.filters })),
    );
  const fields = [
    { name: 'keyword', label: t('search.keyword'), maxLength: 100 },
    { name: 'signatory', label: t('search.signatory'), maxLength: 50 },
    ...(labels.length > 0
      ? [
          {
            name: 'status',
            label: t('field.status'),
            kind: 'select' as const,
            options: [
              { value: '', label: t('search.any') },
              ...labels.map((label) => ({ value: label, label: t(`label.${label}`) })),
            ],
          },
        ]
      : []),
    { name: 'deadline', label: t('search.deadline'), kind: 'dateRange' as const },
    { name: 'initiated', label: t('search.initiated'), kind: 'dateRange' as const },
  ];
  const tools = (
    <BatchTools
      box={box}
      title={t(`box.${box}`)}
      chosen={[...chosen.values()]}
      input={input}
      total={list.data?.total ?? 0}
      onUrge={(some) => urge.mutate(some)}
      urging={urge.isPending}
      onDownload={download}
      onSign={setSigning}
    />
  );
  return (
    <Page title={t(`box.${box}`)} actions={<StartButton />}>
      <Panel>
        <SearchForm fields={fields} values={state.filters} onSearch={state.search} />
        <FetchingBar fetching={fetching} />
        <div className={style.list}>
          <Table
            {...table}
            paging={{ ...table.paging, onIntent: askForPage }}
            code={`task.${box}`}
            label={t(`box.${box}`)}
            columns={columns}
            rowKey={(row) => row.planId}
            empty={
              <EmptyState icon={icon} title={t(`empty.${box}.title`)}>
                {t(`empty.${box}.text`)}
              </EmptyState>
            }
            selection={{ selected: new Set(chosen.keys()), onChange: choose, actions: tools }}
            toolBar={{ end: tools }}
            actions={actions}
          />
        </div>
      </Panel>
      <Suspense>
        {revoking && <RevokeDialog row={revoking} onClose={() => setRevoking(undefined)} />}
        {signing && <BatchSignDialog tasks={signing} onClose={endSigning} />}
      </Suspense>
    </Page>
  );
}

/** The way to a new task, for whom the menu allows it. */
export function StartButton() {
  const { t } = useTranslation('task');
  if (!useMay('contract_send')) return null;
  return (
    <LinkButton to="/entcontract/startEntContract" kind="primary" icon="plus">
      {t('start')}
    </LinkButton>
  );
}

/** The menu's button permissions, by what they allow; looking is free. */
export function useMayDo(): Record<PlanRow['actions'][number], boolean> {
  return {
    sign: useMay('contract_sign'),
    reject: useMay('contract_reject'),
    urge: useMay('contract_urge'),
    revoke: useMay('contract_revoke'),
    download: useMay('contract_download'),
    trail: useMay('contract_track'),
    preview: true,
  };
}
