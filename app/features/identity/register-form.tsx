import { useTranslation } from 'react-i18next';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { call } from '../../call.ts';
import { setSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

import { isGood } from '../../wire/form-check.ts';
import { newPasswordIssue } from './new-password.ts';
import { SendCode } from './send-code.tsx';
import { loadParts, sealPassword, sendCodeTo } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';
import { StrengthA } from './strength.tsx';

const RULES = simpleRules(['mobile', 'code', 'password', 'confirm', 'agreements'], (v) => ({
  mobile: !isMobile(v.mobile) && 'identity:rule.mobile',
  code: !CODE.test(v.code) && 'identity:rule.code',
  password: newPasswordIssue('REGISTER', v.password, [v.mobile]),
  confirm: v.confirm !== v.password && 'register:problem.confirm',
  agreements: v.agreements !== 'true' && 'register:problem.agreements',
}));
const EMPTY = { mobile: '', code: '', password: '', confirm: '', agreements: false };

/** [1.13b] A new account by mobile, code and password, with the four agreements. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { t } = useTranslation('register');
  const agreements = {
    1: AGREEMENT_VERSION,
    2: AGREEMENT_VERSION,
    3: AGREEMENT_VERSION,
    4: AGREEMENT_VERSION,
  };
  return (
    <Form
      initial={EMPTY}
      rules={RULES}
      label={t('title')}
      onSubmit={async ({ mobile, code, password }) => {
        const [{ register }] = await loadParts();
        const sealed = await sealPassword(password);
        const body = await call(register, { mobile, code, password: sealed, agreements });
        if (!isGood(body)) return body;
        setSession({ token: body.data });
        onRegistered();
      }}
    >
      {(form) => (
        <>
          <MobileField
            name="mobile"
            label={t('mobile')}
            hint={t('mobileHint')}
            inputMode="numeric"
            autoComplete="tel-national"
          />
          <CodeField
            name="code"
            label={t('identity:code.label')}
            tail={
              <SendCode
                field="mobile"
                fits={isMobile}
                send={(mobile, proof) => sendCodeTo('REGISTER', mobile, proof)}
              />
            }
          />
          <PasswordField name="password" label={t('password')} autoComplete="new-password" maxLength={20} />
          <StrengthA password={String(form.values.password)} />
          <PasswordField name="confirm" label={t('confirm')} autoComplete="new-password" maxLength={20} />
          <Checkbox name="agreements">
            {t('agree')}
            {AGREEMENTS.map((id) => (
              <span key={id}>
                {' '}
                <Link to={`/agreenment/${id}`} newTab>
                  {t(`agreement.${id}`)}
                </Link>
              </span>
            ))}
          </Checkbox>
          <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
            {t('submit')}
          </Button>
        </>
      )}
    </Form>
  );
}
