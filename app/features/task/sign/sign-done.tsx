import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadDocument } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { callFile, saveFile } from '../../../call.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { queryOf } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { DoneCard } from '../../../ui/done-card.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import style from './sign.module.css';
import type { SignAnswer, TaskDetail } from './use-task.ts';
import { useWaysOut } from './use-ways-out.ts';

/** Shown after signing: the signed file, and the choice to stop or continue with the next pending task ([2.17]). */
export function SignDone({ task, answer }: { task: TaskDetail; answer: SignAnswer }) {
  const { t } = useTranslation('sign');
  const navigate = useNavigate();
  const { leave } = useWaysOut();
  const embedded = useEmbedded();
  const waiting = useQuery({
    ...queryOf(listTasks, { box: 'pending', size: 10 }, task.planId),
    enabled: !embedded,
  });
  const next = waiting.data?.records.find((row) => row.planId !== task.planId);
  const download = async () => {
    try {
      for (const document of task.documents)
        saveFile(await callFile(downloadDocument, { planId: task.planId, fileIndex: document.fileIndex }));
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
  };
  return (
    <div className={style.done}>
      <DoneCard
        title={t(answer.endReason === 'COMPLETED' ? 'doneAll' : 'doneMine')}
        actions={
          <>
            <Button kind="primary" icon="download" onClick={download}>
              {t('download')}
            </Button>
            {!embedded && (
              <Button icon="history" onClick={() => navigate(`/contract/summary/${task.planId}`)}>
                {t('trail')}
              </Button>
            )}
            {next ? (
              <Button
                iconAfter="arrow-right"
                onClick={() => navigate(`/fileSign/fileSign?planId=${next.planId}`)}
              >
                {t('signNext')}
              </Button>
            ) : null}
            <Button onClick={leave}>{t('end')}</Button>
          </>
        }
      >
        {t('doneAbout', { name: task.taskName, count: answer.documents.length })}
      </DoneCard>
    </div>
  );
}
