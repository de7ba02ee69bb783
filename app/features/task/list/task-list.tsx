import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { listTasks, type TaskItem } from '#core/task/list-calls.ts';
import { boxToWire } from '#core/task/plan-wire.ts';
import type { TaskLabel } from '#core/task/states.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import type { Action } from '../../../kit/action.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { SavedViews } from '../../../kit/saved-views.tsx';
import { anyOf, choice } from '../../../kit/search-options.ts';
import { useList } from '../../../kit/use-list.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import { BOX_BADGES, type ListBox } from './boxes.ts';
import { ExportingBar, FetchingBar } from './fetching-bar.tsx';
import { taskColumns } from './list-columns.tsx';
import { FILTERS, inputOf } from './list-query.ts';
import { useExportAction, useStart, useTaskActions } from './task-actions.tsx';
import { labelText } from './task-state.tsx';
import { UnfinishedBatch } from './unfinished-batch.tsx';
import { useExport } from './use-export.ts';
import { useFetching } from './use-fetching.ts';

/** A list of signing tasks ([2.15]), configured by its box. */
export function TaskList({ box }: { box: ListBox }) {
  const { t } = useTranslation('task');
  const [params] = useSearchParams();
  const { icon, labels, running, ended } = BOX_BADGES[box];
  const { dataFilterYears } = useLimits();
  const poll = useTaskEvents();
  const list = useList(listTasks, {
    filters: FILTERS,
    input: (filters) => inputOf(box, filters),
    refresh: poll,
  });
  const title = t(`box.${box}`);
  const { fetching, download } = useFetching();
  const { actions, may } = useTaskActions(download);
  const { sign, urge, preview, trail, revoke, signAll, extend, handOver } = actions;
  const { exporting, exportRows, exportAll } = useExport(title);
  const everything = {
    label: t('exportAll', { count: list.total }),
    onAction: () => exportAll(list.input),
  };
  const shown: Action<TaskItem>[] = [
    { ...signAll, batch: { ...signAll.batch, hidden: !may.has('sign') || box !== 'pending' } },
    sign,
    actions.review,
    { ...urge, batch: { ...urge.batch, hidden: !may.has('urge') || !running } },
    preview,
    { ...actions.download, batch: { ...actions.download.batch, hidden: !may.has('download') } },
    trail,
    { ...actions.send, batch: { ...actions.send.batch, hidden: !may.has('send') || box !== 'finished' } },
    actions.again,
    handOver,
    extend,
    { ...revoke, batch: { ...revoke.batch, hidden: !may.has('revoke') || !running } },
    useExportAction(exportRows, list.total > 0 ? everything : undefined, exporting !== undefined),
  ];
  return (
    <ListPage
      title={title}
      code={`task.${boxToWire(box)}`}
      list={list}
      rowKey={(row) => row.planId}
      columns={taskColumns(t, box, list.at, params.get('sent'))}
      actions={shown}
      main={useStart()}
      fields={[
        { name: 'keyword', label: t('search.keyword'), maxLength: 100 },
        { name: 'contract', label: t('search.contract'), maxLength: 100 },
        { name: 'signer', label: t('search.signer'), maxLength: 50 },
        ...(labels.length > 0
          ? [
              {
                name: 'status',
                label: t(box === 'toVoid' ? 'search.revokeMethod' : 'field.status'),
                kind: 'select' as const,
                options: anyOf(t('search.any'), labels, (label) =>
                  labelText(t, label as TaskLabel, box === 'toVoid'),
                ),
              },
            ]
          : []),
        { name: 'deadline', label: t('search.deadline'), kind: 'dateRange' },
        { name: 'initiated', label: t('search.initiated'), kind: 'dateRange' },
        choice('scenario', t('search.scenario'), t('search.any'), TEMPLATE_SCENES, (scene) =>
          t(`scenario.${scene}`),
        ),
        ...(box === 'startWithMe'
          ? [{ name: 'undelivered', label: t('search.undelivered'), kind: 'checkbox' as const }]
          : []),
        ...(box === 'toVoid'
          ? [{ name: 'ended', label: t('search.revokeTime'), kind: 'dateRange' as const }]
          : []),
        ...(ended
          ? [
              {
                name: 'dataRange',
                label: t('search.dataRange'),
                kind: 'select' as const,
                options: [
                  { value: 'RECENT', label: t('search.recent', { count: dataFilterYears }) },
                  { value: 'ALL', label: t('search.everything') },
                ],
              },
            ]
          : []),
      ]}
      empty={{ icon, title: t(`empty.${box}.title`), text: t(`empty.${box}.text`), offer: false }}
    >
      <SavedViews code={`task.${boxToWire(box)}`} filtered={list.state.filtered} />
      {box === 'pending' && may.has('sign') && <UnfinishedBatch />}
      <FetchingBar fetching={fetching} />
      <ExportingBar exporting={exporting} />
    </ListPage>
  );
}
