import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAPER_RULE } from '#core/employee/newcomer.ts';
import { getNewcomerImage, type NewcomerItem, uploadNewcomerImage } from '#core/employee/newcomer-calls.ts';
import { call } from '../../call.ts';
import { preparePaper } from '../../parts/newcomer/prepare-paper.ts';
import { fileQueryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './employee.module.css';

/** Shows a submitted paper; the view is recorded. */
export function PaperDialog({ item, onClose }: { item: NewcomerItem; onClose: () => void }) {
  const picture = useQuery({
    ...fileQueryOf(getNewcomerImage, { imageId: item.value }),
    gcTime: 0,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture.data) return;
    const made = URL.createObjectURL(picture.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.data]);
  return (
    <Dialog open onClose={onClose} title={item.name} width="wide">
      {picture.error ? (
        <ErrorState error={picture.error} onRetry={() => void picture.refetch()} />
      ) : url ? (
        <img src={url} alt={item.name} className={style.whole} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

/** Upload of a paper that only HR sees. */
export function HrPaper({ newcomerId, item }: { newcomerId: string; item: NewcomerItem }) {
  const { t } = useTranslation(['newcomer', 'error', 'ui']);
  const input = useRef<HTMLInputElement>(null);
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: async (file: File) =>
      call(uploadNewcomerImage, { newcomerId, itemId: item.itemId, file: await preparePaper(file) }),
    meta: { silent: true },
    onSettled: () => refresh(uploadNewcomerImage),
  });
  return (
    <>
      <span>
        <Button
          size="small"
          icon="upload"
          pending={send.isPending}
          aria-label={t('paper.uploadOf', { name: item.name })}
          onClick={() => input.current?.click()}
        >
          {t(item.value === '' ? 'paper.upload' : 'paper.replace')}
        </Button>
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={item.name}
        accept={PAPER_RULE.endings.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file && !send.isPending) send.mutate(file);
          event.target.value = '';
        }}
      />
      <FieldMessage error={send.error ? errorText(send.error, t) : undefined} />
    </>
  );
}
