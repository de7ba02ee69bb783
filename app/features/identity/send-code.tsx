import { useTranslation } from 'react-i18next';
import type { HumanProof } from '#core/identity/proof.ts';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { useFormState } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useHumanProof } from './use-human-proof.tsx';

type Props = {
  /** The field with the mobile number or mail address; it is validated before anything is sent. */
  field: string;
  /** Whether the value of the field is a valid address; if not, the field shows what is wrong. */
  fits: (address: string) => boolean;
  send: (address: string, proof: HumanProof) => Promise<unknown>;
};

/** [4.24a] [9.16] Sends a code to the address in a field of the form, after the security verification if required. */
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
          // no valid address yet: show the error at the field and do not send
          event.stopPropagation();
          form?.leave(field);
        }}
      />
      {dialog}
    </>
  );
}
