import { useTranslation } from 'react-i18next';
import { changeDefaultPassword } from '#core/identity/register-calls.ts';
import { call } from '../../call.ts';
import { getSession, setSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import { newPasswordIssue } from './new-password.ts';
import { sealPassword } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';
import { StrengthB } from './strength.tsx';

const RULES = simpleRules(['password', 'confirm'], (v) => ({
  password: newPasswordIssue('DEFAULT', v.password),
  confirm: v.confirm !== v.password && 'register:problem.confirm',
}));

/** [4.16a] [5.7c] [5.7g] Forces a default or weak password to be changed first; the dialog cannot be closed. */
export default function DefaultPasswordDialog({
  userId,
  onChanged,
}: {
  userId: string;
  onChanged?: () => void;
}) {
  const { t } = useTranslation('register');
  return (
    <Dialog open locked onClose={() => undefined} title={t('weak.title')}>
      <p>{t('weak.about')}</p>
      <Form
        initial={{ password: '', confirm: '' }}
        rules={RULES}
        label={t('weak.title')}
        onSubmit={async ({ password }) => {
          const body = await call(changeDefaultPassword, { userId, password: await sealPassword(password) });
          if (!isGood(body)) return body;
          const { userExtendInfo } = getSession();
          if (userExtendInfo) setSession({ userExtendInfo: { ...userExtendInfo, defaultPwd: false } });
          toast({ tone: 'success', text: t('weak.done') });
          onChanged?.();
        }}
      >
        {(form) => (
          <>
            <PasswordField
              name="password"
              label={t('forgot.password')}
              autoComplete="new-password"
              maxLength={16}
            />
            <StrengthB password={String(form.values.password)} rule="DEFAULT" />
            <PasswordField name="confirm" label={t('confirm')} autoComplete="new-password" maxLength={16} />
            <Button type="submit" kind="primary" wide pending={form.submitting}>
              {t('weak.submit')}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  );
}
