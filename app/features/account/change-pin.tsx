import { useTranslation } from 'react-i18next';
import ChangePinDialog from '../../parts/agent/change-pin-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Changes the PIN of a UKey; needs the current PIN. */
export default function ChangePin({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('agent');
  return (
    <ChangePinDialog
      onDone={() => {
        toast({ tone: 'success', text: t('section.pinChanged') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
