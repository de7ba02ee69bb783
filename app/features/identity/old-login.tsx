import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_CODE_LENGTH } from '#core/identity/captcha/sizes.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import { onlyCode, useImageCode } from './captcha/image-code.tsx';
import { signInByPassword } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';
import style from './way-in.module.css';

const RULES = simpleRules(['username', 'password', 'authCode'], ({ authCode }) => ({
  authCode: authCode.length !== IMAGE_CODE_LENGTH && 'identity:rule.imageCode',
}));
const EMPTY = { username: '', password: '', authCode: '' };

/** The older login page ([2.12] /loginOld): one form, with an image code each time ([3.26a]). */
export function OldLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation('identity');
  const [failure, setFailure] = useState<string>();
  const { code, failure: noPicture, refresh, load } = useImageCode('normal');
  return (
    <Form
      initial={EMPTY}
      rules={RULES}
      label={t('login.title')}
      onSubmit={async ({ username, password, authCode }, form) => {
        setFailure(undefined);
        try {
          await signInByPassword(username, password, { randomStr: code?.key, authCode });
        } catch (error) {
          setFailure(errorText(error, t));
          // an image code is valid for one try only
          form.setValue('authCode', '');
          void load();
          return;
        }
        onSignedIn();
      }}
    >
      {(form) => (
        <>
          {failure && <Notice tone="error">{failure}</Notice>}
          <TextField
            name="username"
            label={t('login.account')}
            placeholder={t('login.accountHint')}
            autoComplete="username"
            maxLength={64}
          />
          <PasswordField name="password" label={t('login.password')} maxLength={64} />
          <div className={style.captcha}>
            <TextField name="authCode" label={t('code.image')} only={onlyCode} />
            <button type="button" onClick={refresh} aria-label={t('code.another')}>
              {code ? <img src={code.image} alt={t('code.picture')} /> : noPicture}
            </button>
          </div>
          <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
            {t('login.submit')}
          </Button>
        </>
      )}
    </Form>
  );
}
