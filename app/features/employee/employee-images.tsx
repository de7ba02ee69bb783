import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EmployeeDetail,
  getEmployeeImage,
  removeEmployeeImage,
  uploadEmployeeImage,
} from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE } from '#core/employee/images.ts';
import { PAPER_SOURCE_RULE } from '#core/employee/newcomer.ts';
import type { EmployeeImage } from '#core/employee/states.ts';
import { call } from '../../call.ts';
import { preparePaper } from '../../parts/newcomer/prepare-paper.ts';
import { fileQueryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './employee.module.css';

type Props = { kind: Exclude<EmployeeImage, 'PAPER'>; detail: EmployeeDetail; onSettled: () => unknown };

/** A certificate's picture: upload, view on request (each view is recorded), and removal. */
export function EmployeeImages({ kind, detail, onSettled }: Props) {
  const { t } = useTranslation(['employee', 'error']);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'view' | 'remove'>();
  const image = detail.images.find((one) => one.kind === kind);
  const label = t(`image.${kind}`);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const picture = await preparePaper(file);
      return call(uploadEmployeeImage, { employeeId: detail.employeeId, kind, file: picture });
    },
    meta: { silent: true },
    onSuccess: () => toast({ tone: 'success', text: t('image.added', { name: label }) }),
    onSettled,
  });
  return (
    <section className={style.part} aria-label={label}>
      <h2>{label}</h2>
      <div className={style.row}>
        {image && (
          <Button size="small" icon="eye" onClick={() => setOpen('view')}>
            {t('image.view')}
          </Button>
        )}
        <Button
          size="small"
          icon="upload"
          pending={send.isPending}
          onClick={() => input.current?.click()}
          aria-label={t('image.uploadOf', { name: label })}
        >
          {t(image ? 'image.replace' : 'image.upload')}
        </Button>
        {image && (
          <Button size="small" icon="trash" onClick={() => setOpen('remove')}>
            {t('image.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept={EMPLOYEE_IMAGE_RULE.endings.join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file && !send.isPending) send.mutate(file);
            event.target.value = '';
          }}
        />
      </div>
      <FieldMessage error={send.error ? errorText(send.error, t) : undefined} />
      <p className={style.hint}>
        {image
          ? t('image.size', { width: image.width, height: image.height })
          : t('image.limits', { max: PAPER_SOURCE_RULE.maxBytes / 1048576 })}
      </p>
      {open === 'view' && image && (
        <ImageDialog
          imageId={image.imageId}
          label={label}
          onClose={() => {
            setOpen(undefined);
            void onSettled();
          }}
        />
      )}
      {open === 'remove' && image && (
        <ConfirmDialog
          open
          onClose={() => setOpen(undefined)}
          title={t('image.removeTitle')}
          thing={label}
          consequence={t('image.removeText')}
          tone="danger"
          confirmLabel={t('image.remove')}
          onConfirm={async () => {
            try {
              await call(removeEmployeeImage, { imageId: image.imageId });
            } finally {
              await onSettled();
            }
          }}
        />
      )}
    </section>
  );
}

/** The picture of a paper, in a dialog: each look is recorded. */
export function ImageDialog({
  imageId,
  label,
  onClose,
}: {
  imageId: string;
  label: string;
  onClose: () => void;
}) {
  const picture = useQuery({
    ...fileQueryOf(getEmployeeImage, { imageId }),
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
    <Dialog open onClose={onClose} title={label} width="wide">
      {picture.error ? (
        <ErrorState error={picture.error} onRetry={() => void picture.refetch()} />
      ) : url ? (
        <img src={url} alt={label} className={style.whole} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}
