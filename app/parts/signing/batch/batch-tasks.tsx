import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { agentText } from '../../agent/agent-text.ts';
import style from './batch.module.css';
import type { BatchRow, TaskDetail } from './batch-row.ts';

const ICONS = { waiting: 'circle', exception: 'error', success: 'success' } as const;

/** Progress as a bar and as text; `about` before the first attempt. */
export function BatchProgress({ rows, about }: { rows: readonly BatchRow[]; about: string | undefined }) {
  const { t } = useTranslation('batchSign');
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  if (about !== undefined) return <p className={style.about}>{about}</p>;
  return (
    <>
      <progress
        className={style.bar}
        max={rows.length}
        value={count('success', 'exception')}
        aria-label={t('title')}
      />
      <p className={style.about} aria-live="polite">
        {t('progress', { done: count('success'), total: rows.length })}
      </p>
    </>
  );
}

/** The tasks of a batch, each with its state, its files and who signed them, and why it could not be signed. */
export function BatchTasks({
  rows,
  shown,
  errorOf,
}: {
  rows: readonly BatchRow[];
  shown: ReadonlyMap<string, TaskDetail>;
  errorOf: (taskId: string) => unknown;
}) {
  const { t } = useTranslation('batchSign');
  return (
    <ul className={style.tasks}>
      {rows.map((row) => (
        <li key={row.planId} data-state={row.state}>
          {row.state === 'signing' ? <Spinner /> : <Icon name={ICONS[row.state]} size={16} />}
          <span className={style.name}>{row.taskName}</span>
          <span>{t(`state.${row.state}`)}</span>
          <Files task={shown.get(row.planId)} error={errorOf(row.planId)} />
          {row.problem && <span className={style.why}>{row.problem.words}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A task's files with their signatures and a link to the pages. */
function Files({ task, error }: { task: TaskDetail | undefined; error: unknown }) {
  const { t } = useTranslation(['batchSign', 'agent']);
  if (!task) return <span className={style.why}>{error ? agentText(error, t) : t('reading')}</span>;
  const [first] = task.documents;
  const signed = task.signerList
    .filter(({ status, mine }) => status === 'SIGNED' && !mine)
    .map(({ entName, userName }) => entName || userName);
  return (
    <span className={style.why}>
      {t('files', { name: first?.fileName ?? '', count: task.documents.length })}
      {signed.length > 0 && ` · ${t('signedBy', { names: signed.join(t('and')) })}`}{' '}
      <Link to={`/contract/preview?planId=${task.planId}`} newTab>
        {t('look')}
      </Link>
    </span>
  );
}
