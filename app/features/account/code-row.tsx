import { useTranslation } from 'react-i18next';
import { sendAuthCode, sendMailCode } from '#core/identity/code-calls.ts';
import type { MailPurpose, RequestedPurpose } from '#core/identity/code-purposes.ts';
import { email, mobile } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { useFormState } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './account.module.css';

type Props = {
  name: string;
  label: string;
  /** Form field with the address the code is sent to; by default the person's own mobile. */
  to?: string;
} & ({ sms: RequestedPurpose; mail?: never } | { mail: MailPurpose; sms?: never });

/** Input of a code, with the button that sends it ([4.24a]). */
export function CodeRow({ name, label, to, sms, mail }: Props) {
  const { t } = useTranslation('account');
  const form = useFormState();
  const address = to ? String(form?.values[to] ?? '') : '';
  const rule = mail ? email() : mobile();
  const parsed = rule.safeParse(address);
  const good = !to || parsed.success;

  async function send() {
    const target = parsed.success ? parsed.data : '';
    if (mail) await call(sendMailCode, { authCodeType: mail, mail: target });
    else await call(sendAuthCode, { authCodeType: sms, ...(to ? { mobile: target } : {}) });
    toast({ tone: 'success', text: t('code.sent') });
  }

  return (
    <div className={style.code}>
      <CodeField name={name} label={label} required />
      <CountdownButton
        label={t('code.send')}
        onSend={good ? send : async () => undefined}
        aria-disabled={!good || undefined}
        onClickCapture={() => !good && to && form?.leave(to)}
      />
    </div>
  );
}
