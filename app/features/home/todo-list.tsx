import { Link as RouteLink } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listTasks } from '#core/task/list-calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import style from './home.module.css';

const MOST_ROWS = 5;

/** The first tasks waiting for the current identity, each linked to its signing page. */
export function TodoList({ total, poll }: { total: number | undefined; poll: number | false }) {
  const { t } = useTranslation('home');
  const owner = useSession((s) => s.activeUser?.id);
  const maySign = useMay('contract_sign');
  const list = useQuery({
    ...queryOf(listTasks, { box: 'pending', size: MOST_ROWS, ascs: ['end_time'] }, owner),
    refetchInterval: poll,
  });
  const rows = list.data?.records;
  return (
    <Panel
      title={t('todo.title')}
      actions={
        (total ?? 0) > MOST_ROWS && (
          <Link to="/contract/issuedContract">{t('todo.all', { count: total })}</Link>
        )
      }
    >
      {list.error && !rows ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </>
      ) : rows.length === 0 ? (
        <EmptyState icon="success" title={t('todo.none')}>
          {t('todo.noneText')}
        </EmptyState>
      ) : (
        <ul className={style.todo}>
          {rows.map((row) => (
            <li key={row.planId}>
              <div className={style.todoWords}>
                <Link to={`/contract/summary/${row.planId}`} quiet>
                  {row.taskName}
                </Link>
                <span className={style.todoAbout}>
                  {t('todo.from', { initiator: row.initiator })}
                  <time>{t('todo.due', { deadline: formatDateTime(row.endTime) })}</time>
                </span>
              </div>
              {maySign && row.actions.includes('sign') && (
                <RouteLink
                  to={`/fileSign/fileSign?planId=${row.planId}`}
                  prefetch="intent"
                  className={buttonClass({ kind: 'plain' })}
                  aria-label={t('todo.signNamed', { name: row.taskName })}
                >
                  {t('todo.sign')}
                </RouteLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
