import { useTranslation } from 'react-i18next';
import { toBase64 } from '#core/bytes.ts';
import { fromPem } from '#core/pki/certificate/pem.ts';
import { certifyUkey } from '#core/seal/certificate-calls.ts';
import { call } from '../../call.ts';
import { NewKeyDialog } from '../../parts/agent/new-key-dialog.tsx';
import { useRefresh } from '../../query.ts';
import { toast } from '../../ui/toast-store.ts';

/** Applies for a seal's certificate with a key generated on a UKey, and stores it there ([2.19a]). */
export default function UkeyCertificate({
  stampId,
  name,
  onClose,
}: {
  stampId: string;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  return (
    <NewKeyDialog
      title={t('ukey.certify')}
      about={t('ukey.certifyAbout')}
      subject={name}
      submit={t('apply.submit')}
      certify={async ({ serial }, made, proof) => {
        const { certificates } = await call(certifyUkey, { stampId, serial, ...made, proof });
        return toBase64(fromPem('CERTIFICATE', certificates[0] ?? '')[0]!);
      }}
      onDone={async ({ serial }) => {
        await refresh(certifyUkey);
        toast({ tone: 'success', text: t('ukey.certified', { serial }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
