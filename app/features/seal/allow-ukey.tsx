import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allowUkey } from '#core/seal/certificate-calls.ts';
import { call } from '../../call.ts';
import { useSecondProof } from '../../parts/proof/use-second-proof.tsx';
import { useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './seal.module.css';

/** Allows a UKey to sign with a seal ([6.3b]); the person must confirm their identity. */
export default function AllowUkey({
  stampId,
  serial,
  onDone,
  onClose,
}: {
  stampId: string;
  serial: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const allow = useMutation({
    mutationFn: async () => call(allowUkey, { stampId, serial, proof: await proof.take() }),
    onSuccess: async () => {
      await refresh(allowUkey);
      onDone();
    },
    onSettled: () => proof.clear(),
  });
  const proof = useSecondProof(allow.isPending);
  const go = () => {
    if (proof.isReady && !allow.isPending) allow.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={allow.isPending}
      title={t('ukey.allow')}
      actions={
        <>
          <Button onClick={onClose} disabled={allow.isPending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" pending={allow.isPending} disabled={!proof.isReady} onClick={go}>
            {t('ukey.allow')}
          </Button>
        </>
      }
    >
      <form
        className={style.proof}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <p className={style.about}>{t('ukey.allowAbout', { serial })}</p>
        {proof.fields}
        {allow.error && <Notice tone="error">{errorText(allow.error, t)}</Notice>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
