import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE } from '#core/identity/code-purposes.ts';
import { isContact, typedContact } from '#core/validate/contact.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import { SendCode } from './send-code.tsx';
import { isPasskeyNeeded, sendCodeTo, signInByCode } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';

const RULES = simpleRules(
  ['mobile', 'code', 'password'],
  ({ mobile, code }) => ({
    mobile: !isContact(mobile) && 'identity:rule.contact',
    code: !CODE.test(code) && 'identity:rule.code',
  }),
  ['password'],
);
const EMPTY = { mobile: '', code: '', password: '' };

/** [1.13a] Log in by a code sent to the mobile, or to the address that the account has bound. */
export default function CodeLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation('identity');
  const [failure, setFailure] = useState<string>();
  const [asksPassword, setAsksPassword] = useState(false);

  async function signIn({ mobile, code, password }: { mobile: string; code: string; password: string }) {
    setFailure(undefined);
    try {
      await signInByCode(mobile, code, asksPassword ? password : '');
    } catch (error) {
      if (isPasskeyNeeded(error)) setAsksPassword(true);
      return setFailure(errorText(error, t));
    }
    onSignedIn();
  }

  return (
    <Form initial={EMPTY} rules={RULES} onSubmit={signIn} label={t('login.byCode')}>
      {(form) => (
        <>
          {failure && <Notice tone="error">{failure}</Notice>}
          <TextField
            name="mobile"
            label={t('login.contact')}
            autoComplete="username"
            icon="phone"
            maxLength={254}
            only={typedContact}
          />
          <CodeField
            name="code"
            label={t('code.label')}
            hint={t('code.risk')}
            tail={
              <SendCode
                field="mobile"
                fits={isContact}
                send={(mobile, proof) => sendCodeTo('LOGIN', mobile, proof)}
              />
            }
          />
          {asksPassword && <PasswordField name="password" label={t('login.orPassword')} maxLength={64} />}
          <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
            {t('login.submit')}
          </Button>
        </>
      )}
    </Form>
  );
}
