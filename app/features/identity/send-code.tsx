import { useTranslation } from 'react-i18next';
import type { HumanProof } from '#core/identity/proof.ts';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { useFormState } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useHumanProof } from './use-human-proof.tsx';

type Props = {
  /** The field that names where the code goes; it is checked before anything is sent. */
  field: string;
  /** Whether what stands there is an address; otherwise the field says what is wrong. */
  fits: (address: string) => boolean;
  send: (address: string, proof: HumanProof) => Promise<unknown>;
};

/** [4.24a] [9.16] Sends a code to what the form's field says, after the security verification where one is asked for. */
export function SendCode({ field, fits, send }: Props) {
  const { t } = useTranslation('identity');
  const form = useFormState();
  const { withProof, dialog } = useHumanProof();
  const address = String(form?.values[field] ?? '').trim();

  async function onSend() {
    await withProof((proof) => send(address, proof));
    toast({ tone: 'success', text: t('code.sent') });
  }

  return (
    <>
      <CountdownButton
        label={t('code.send')}
        kind="text"
        size="small"
        onSend={onSend}
        onClickCapture={(event) => {
          if (fits(address)) return;
          // nothing to send to yet: the field says what it needs, and the button does not act
          event.stopPropagation();
          form?.leave(field);
        }}
      />
      {dialog}
    </>
  );
}
