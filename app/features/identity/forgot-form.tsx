import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ERROR_CODES } from '#core/errors.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import { isEmail } from '#core/validate/email.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isGood } from '../../wire/form-check.ts';
import { newPasswordIssue } from './new-password.ts';
import { SendCode } from './send-code.tsx';
import { loadParts, passkeyOf, sealPassword, sendCodeTo } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';
import { StrengthB } from './strength.tsx';

const PASSKEY_NEEDED: (typeof ERROR_CODES)['PASSKEY_NEEDED_TO_RESET'] = 401193;
const isAddress = (text: string) => isMobile(text) || isEmail(text);
const PROVE = simpleRules(['username', 'authCode'], (v) => ({
  username: !isAddress(v.username) && 'register:problem.address',
  authCode: !CODE.test(v.authCode) && 'identity:rule.code',
}));
const SET = simpleRules(['password', 'confirm'], (v) => ({
  password: newPasswordIssue('FORGOT', v.password),
  confirm: v.confirm !== v.password && 'register:problem.confirm',
}));

/** The answer to a new password: where the account has passkeys, to the one that this device confirms. */
async function savedBy(ticket: string, password: string, removeKeys: boolean) {
  const [{ savePassword }] = await loadParts();
  const attempt = async (more: { passkey?: string }) =>
    call(savePassword, { ticket, password: await sealPassword(password), removeKeys, ...more });
  const body = await attempt({});
  if (body.code !== PASSKEY_NEEDED) return body;
  const passkey = await passkeyOf(body).catch((error: unknown) => {
    if (error !== body) throw error;
  });
  return passkey === undefined ? body : attempt({ passkey });
}

/** [1.13c] First a code proves the mobile or mail address, then a new password is set. */
export function ForgotForm({ onSet }: { onSet: () => void }) {
  const { t } = useTranslation('register');
  const [ticket, setTicket] = useState('');
  const [keys, setKeys] = useState(0);
  if (ticket === '')
    return (
      <Form
        key="prove"
        initial={{ username: '', authCode: '' }}
        rules={PROVE}
        label={t('forgot.title')}
        onSubmit={async ({ username, authCode }) => {
          const [{ checkCode }] = await loadParts();
          const body = await call(checkCode, { authCodeType: 'FORGOT_PASSWORD', username, authCode });
          if (!isGood(body)) return body;
          setKeys(body.data.keys);
          setTicket(body.data.ticket);
        }}
      >
        {(form) => (
          <>
            <TextField name="username" label={t('forgot.address')} autoComplete="username" maxLength={120} />
            <CodeField
              name="authCode"
              label={t('identity:code.label')}
              tail={
                <SendCode
                  field="username"
                  fits={isAddress}
                  send={(to, proof) => sendCodeTo('FORGOT_PASSWORD', to, proof)}
                />
              }
            />
            <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
              {t('forgot.next')}
            </Button>
          </>
        )}
      </Form>
    );
  return (
    <Form
      key="set"
      initial={{ password: '', confirm: '', removeKeys: false }}
      rules={SET}
      label={t('forgot.title')}
      onSubmit={async ({ password }, { values }) => {
        const body = await savedBy(ticket, password, values.removeKeys === true);
        if (!isGood(body)) return body;
        onSet();
      }}
    >
      {(form) => (
        <>
          <PasswordField
            name="password"
            label={t('forgot.password')}
            autoComplete="new-password"
            maxLength={20}
          />
          <StrengthB password={String(form.values.password)} rule="FORGOT" />
          <PasswordField name="confirm" label={t('confirm')} autoComplete="new-password" maxLength={20} />
          {keys > 0 && (
            <Checkbox name="removeKeys" hint={t('forgot.removeKeysHint')}>
              {t('forgot.removeKeys', { count: keys })}
            </Checkbox>
          )}
          <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
            {t('forgot.submit')}
          </Button>
        </>
      )}
    </Form>
  );
}
