import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { requiredRules } from '../../ui/required-rules.ts';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import { useHumanProof } from './use-human-proof.tsx';

const RULES = requiredRules(['username', 'password']);
/** Loads the code for logging in, once a field of the form gets focus. */
const loadSignIn = async () => {
  const signIn = await import('./sign-in.ts');
  await signIn.loadParts();
  return signIn;
};
const EMPTY = { username: '', password: '' };

/** Log in by account and password; a failure is shown in the form and stays until the next try. */
export function PasswordLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation('identity');
  const [failure, setFailure] = useState<string>();
  const { withProof, dialog } = useHumanProof();

  async function signIn({ username, password }: Record<string, unknown>) {
    setFailure(undefined);
    try {
      const { signInByPassword } = await loadSignIn();
      await withProof((proof) => signInByPassword(String(username).trim(), String(password), proof));
    } catch (error) {
      return setFailure(errorText(error, t));
    }
    onSignedIn();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus within only preloads code
    <div onFocus={() => loadSignIn().catch(() => undefined)}>
      <Form initial={EMPTY} rules={RULES} onSubmit={signIn} label={t('login.byPassword')}>
        {(form) => (
          <>
            {failure && <Notice tone="error">{failure}</Notice>}
            <TextField
              name="username"
              label={t('login.account')}
              placeholder={t('login.accountHint')}
              autoComplete="username"
              maxLength={64}
              icon="user"
            />
            <PasswordField name="password" label={t('login.password')} maxLength={64} />
            <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
              {t('login.submit')}
            </Button>
          </>
        )}
      </Form>
      {dialog}
    </div>
  );
}
