import { useNavigate } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeQuickFiles } from '#core/quicksign/calls.ts';
import { call } from '../../call.ts';
import { staleAfter } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { DoneCard } from '../../ui/done-card.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './quicksign.module.css';
import { useDownload } from './use-download.ts';
import type { QuickDetail } from './use-quick-files.ts';

/** Signed: the file at once, a look at it, or put on file and back to the list. */
export function QuickDone({ group }: { group: QuickDetail }) {
  const { t } = useTranslation('quicksign');
  const navigate = useNavigate();
  const client = useQueryClient();
  const download = useDownload();
  const [working, setWorking] = useState(false);
  const complete = async () => {
    setWorking(true);
    try {
      await call(completeQuickFiles, { id: group.id });
      toast({ tone: 'success', text: t('completed', { name: group.taskName }) });
      await client.invalidateQueries({ ...staleAfter(completeQuickFiles), refetchType: 'none' });
      navigate('/quickSignManage/quickList');
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
      setWorking(false);
    }
  };
  return (
    <div className={style.done}>
      <DoneCard
        title={t('doneTitle')}
        actions={
          <>
            <Button kind="primary" icon="download" onClick={() => void download(group)}>
              {t('action.download')}
            </Button>
            <Button icon="eye" onClick={() => navigate(`/quickSignManage/quickfilePreview?id=${group.id}`)}>
              {t('action.preview')}
            </Button>
            <Button icon="folder" pending={working} onClick={complete}>
              {t('action.complete')}
            </Button>
            <Button onClick={() => navigate('/quickSignManage/quickList')}>{t('toList')}</Button>
          </>
        }
      >
        {t('doneAbout', { name: group.taskName, count: group.fileNum })}
      </DoneCard>
    </div>
  );
}
