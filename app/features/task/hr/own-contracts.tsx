import { useTranslation } from 'react-i18next';
import { listTasks, type TaskItem } from '#core/task/list-calls.ts';
import type { Action } from '../../../kit/action.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { useList } from '../../../kit/use-list.ts';
import { useTaskEvents } from '../../../shell/use-task-events.ts';
import { FetchingBar } from '../list/fetching-bar.tsx';
import { taskColumns } from '../list/list-columns.tsx';
import { useTaskActions } from '../list/task-actions.tsx';
import { useFetching } from '../list/use-fetching.ts';

const FILTERS = { keyword: '' };

/**
 * /account/hrContract: every contract of a person with an employer, whoever the employer is and whatever became of it.
 * They are the person's own, so they stay here after the person has left.
 */
export function OwnContracts() {
  const { t } = useTranslation('hr');
  const { t: ofTask } = useTranslation('task');
  const poll = useTaskEvents();
  const list = useList(listTasks, {
    filters: FILTERS,
    input: ({ keyword }) => ({
      keyword,
      box: 'all' as const,
      scenario: 'HR' as const,
      dataRange: 'ALL' as const,
    }),
    refresh: poll,
  });
  const { fetching, download } = useFetching();
  const { actions } = useTaskActions(download);
  const preview: Action<TaskItem> = {
    ...actions.preview,
    to: ({ planId: taskId }) => `/hrContract/previewContract?planId=${taskId}`,
  };
  return (
    <ListPage
      title={t('own.title')}
      about={t('own.about')}
      code="task.hrContracts"
      list={list}
      rowKey={(row) => row.planId}
      columns={taskColumns(ofTask, 'finished', list.at, null)}
      actions={[actions.sign, preview, actions.download, actions.trail]}
      fields={[{ name: 'keyword', label: ofTask('search.keyword'), maxLength: 100 }]}
      empty={{ icon: 'contract', title: t('own.empty'), text: t('own.emptyText'), offer: false }}
    >
      <FetchingBar fetching={fetching} />
    </ListPage>
  );
}
