import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import { changePersonMobile } from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { mobile } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { useFormState } from '../../ui/form.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './platform.module.css';

const rules = z.object({
  mobile: mobile(),
  realName: z.string().trim().min(1).max(50),
  idNumber: z.string().trim().min(1).max(40),
  newMobile: mobile(),
  authCode: z.string().trim().regex(CODE),
  reason: z.string().trim().min(1).max(REALNAME_LIMITS.reason),
});

/** Binds another mobile to the account of somebody who lost theirs, after a review of their papers. */
export function ChangeMobileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('platform');
  return (
    <FormDialog
      title={t('rebind.title')}
      submit={t('rebind.submit')}
      initial={{ mobile: '', realName: '', idNumber: '', newMobile: '', authCode: '', reason: '' }}
      rules={rules}
      save={(values) => call(changePersonMobile, values)}
      done={() => t('rebind.done')}
      onClose={onClose}
      calls={[changePersonMobile]}
    >
      <p>{t('rebind.about')}</p>
      <MobileField name="mobile" label={t('rebind.mobile')} required />
      <TextField name="realName" label={t('rebind.realName')} required autoComplete="off" maxLength={50} />
      <TextField name="idNumber" label={t('rebind.idNumber')} required autoComplete="off" maxLength={40} />
      <MobileField name="newMobile" label={t('rebind.newMobile')} required />
      <NewMobileCode />
      <TextArea
        name="reason"
        label={t('rebind.reason')}
        required
        maxLength={REALNAME_LIMITS.reason}
        hint={t('rebind.reasonHint')}
      />
    </FormDialog>
  );
}

/** The code that the person reads from their new phone, with the button that sends it. */
function NewMobileCode() {
  const { t } = useTranslation('platform');
  const form = useFormState();
  const to = mobile().safeParse(form?.values.newMobile ?? '');
  async function send() {
    if (!to.success) return;
    await call(sendAuthCode, { authCodeType: 'PLATFORM_MOBILE', mobile: to.data });
    toast({ tone: 'success', text: t('rebind.sent') });
  }
  return (
    <div className={style.code}>
      <CodeField name="authCode" label={t('rebind.code')} required />
      <CountdownButton
        label={t('rebind.send')}
        onSend={send}
        aria-disabled={!to.success || undefined}
        onClickCapture={() => !to.success && form?.leave('newMobile')}
      />
    </div>
  );
}
