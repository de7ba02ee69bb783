import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { updateMail, updateMobile } from '#core/account/calls.ts';
import { email, mobile } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import { CodeRow } from './code-row.tsx';
import { Foot } from './password-dialogs.tsx';
import { codeRule } from './rules.ts';

type Props = { /** Masked. */ current: string; onClose: () => void };

const mobileRules = z.object({ checkCode: codeRule, mobile: mobile(), authCode: codeRule });

/** [7.8c] [5.8c] The old number agrees, the new one proves itself. */
export function MobileDialog({ current, onClose }: Props) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  return (
    <Dialog open onClose={onClose} title={t('mobile.title')}>
      <Form
        initial={{ checkCode: '', mobile: '', authCode: '' }}
        rules={mobileRules}
        label={t('mobile.title')}
        onSubmit={async (values) => {
          const body = await call(updateMobile, values);
          if (!isGood(body)) return body;
          toast({ tone: 'success', text: t('mobile.done') });
          await refresh(updateMobile);
          onClose();
        }}
      >
        {(form) => (
          <>
            <CodeRow name="checkCode" label={t('field.oldCode', { mobile: current })} sms="CHECK_MOBILE" />
            <TextField
              name="mobile"
              label={t('field.newMobile')}
              required
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={11}
            />
            <CodeRow name="authCode" label={t('field.newCode')} sms="UPDATE_MOBILE" to="mobile" />
            <Foot pending={form.submitting} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const mailRules = z.object({ checkCode: codeRule, mail: email(), authCode: codeRule });

/** [7.8i] One's mobile agrees, the address proves itself. `current` is the mobile. */
export function MailDialog({ current, onClose }: Props) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  return (
    <Dialog open onClose={onClose} title={t('mail.title')}>
      <Form
        initial={{ checkCode: '', mail: '', authCode: '' }}
        rules={mailRules}
        label={t('mail.title')}
        onSubmit={async (values) => {
          const body = await call(updateMail, values);
          if (!isGood(body)) return body;
          toast({ tone: 'success', text: t('mail.done') });
          await refresh(updateMail);
          onClose();
        }}
      >
        {(form) => (
          <>
            <CodeRow name="checkCode" label={t('field.oldCode', { mobile: current })} sms="CHECK_MOBILE" />
            <TextField
              name="mail"
              label={t('field.newMail')}
              required
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
            />
            <CodeRow name="authCode" label={t('field.mailCode')} mail="UPDATE_MAIL" to="mail" />
            <Foot pending={form.submitting} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
