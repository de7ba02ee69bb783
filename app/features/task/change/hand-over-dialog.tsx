import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { handOverTurn, listSuccessors } from '#core/task/change-calls.ts';
import { call } from '../../../call.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './change.module.css';

const MOST_PEOPLE = 50;
type Successor = OutputOf<typeof listSuccessors>['records'][number];

/** Transfers one's turn to a colleague who can sign; others are shown with the reason why they cannot. */
export function HandOverDialog({
  task: { planId: taskId, taskName },
  onClose,
  onDone,
}: {
  task: { planId: string; taskName: string };
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('task');
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<Successor>();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async () => {
    if (!chosen) return;
    setPending(true);
    setFailure(undefined);
    try {
      await call(
        handOverTurn,
        { planId: taskId, userId: chosen.userId, reason },
        { requestId: crypto.randomUUID() },
      );
      toast({ tone: 'success', text: t('handOver.done', { name: chosen.userName }) });
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
      void refresh(handOverTurn);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={t('handOver.title')}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" pending={pending} disabled={!chosen} onClick={confirm}>
            {chosen ? t('handOver.confirm', { name: chosen.userName }) : t('handOver.choose')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{taskName}</strong>
      </p>
      <p className={style.hint}>{t('handOver.about')}</p>
      <Successors taskId={taskId} chosen={chosen?.userId} onChoose={setChosen} />
      <TextArea
        label={t('handOver.reason')}
        maxLength={LIMITS.cancelReason}
        value={reason}
        onChange={setReason}
      />
      {failure !== undefined && <Notice tone="error">{errorText(failure, t)}</Notice>}
    </Dialog>
  );
}

/** The colleagues to choose from, searchable by name. */
function Successors({
  taskId,
  chosen,
  onChoose,
}: {
  taskId: string;
  chosen: string | undefined;
  onChoose: (one: Successor) => void;
}) {
  const { t } = useTranslation('task');
  const [name, setName] = useState('');
  const userName = name.trim();
  const found = useQuery({
    ...queryOf(listSuccessors, { planId: taskId, size: MOST_PEOPLE, ...(userName ? { userName } : {}) }),
    placeholderData: keepPreviousData,
  });
  const { records = [], total = 0 } = found.data ?? {};
  return (
    <>
      <TextField
        label={t('handOver.search')}
        autoFocus
        icon="search"
        maxLength={50}
        value={name}
        onChange={setName}
      />
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : records.length === 0 ? (
        <EmptyState icon="users" title={t('handOver.empty')} />
      ) : (
        <ul className={style.people} aria-busy={found.isPlaceholderData}>
          {records.map((one) => (
            <li key={one.userId}>
              <button
                type="button"
                aria-pressed={one.userId === chosen}
                disabled={one.lacks !== null}
                onClick={() => onChoose(one)}
              >
                <span>{one.userName}</span>
                <small>{one.lacks ? t(`handOver.lacks.${one.lacks}`) : one.mobile}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {total > records.length && (
        <p className={style.hint}>{t('handOver.more', { count: total - records.length })}</p>
      )}
    </>
  );
}
