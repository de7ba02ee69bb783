import { useTranslation } from 'react-i18next';
import { bindUkey } from '#core/identity/ukey-calls.ts';
import { call } from '../../call.ts';
import { NewKeyDialog } from '../../parts/agent/new-key-dialog.tsx';
import { useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { toast } from '../../ui/toast-store.ts';

/** Binds a UKey to the account ([7.8g]): a key pair and a certificate of the person are created on it. */
export default function BindUkey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('agent');
  const refresh = useRefresh();
  const person = useSession((s) => s.userExtendInfo);
  return (
    <NewKeyDialog
      title={t('section.bindTitle')}
      about={t('section.bindAbout')}
      subject={person?.name || 'Signet'}
      submit={t('section.submit')}
      failed={(reason) =>
        t('section.bindFailed', { reason: reason.replace(/^绑定失败：|^綁定失敗：|^Binding failed: /, '') })
      }
      certify={async ({ serial, label }, made, proof) =>
        (await call(bindUkey, { serial, label, ...made, proof })).certificate
      }
      onDone={async ({ label }) => {
        toast({ tone: 'success', text: t('section.bound', { name: label }) });
        await refresh(bindUkey);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
