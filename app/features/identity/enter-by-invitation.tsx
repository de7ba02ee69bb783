import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import { call } from '../../call.ts';
import { setSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { Form, useFormState } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ClientError } from '../../wire/client-error.ts';
import { isGood } from '../../wire/form-check.ts';
import { isPasskeyNeeded, passkeyOf, sealPassword } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';

type Step = 'CODE' | 'PASSWORD' | 'AGREEMENTS';
type Values = { authCode: string; password: string };

const EMPTY = { authCode: '', password: '' };
const VERSIONS = {
  1: AGREEMENT_VERSION,
  2: AGREEMENT_VERSION,
  3: AGREEMENT_VERSION,
  4: AGREEMENT_VERSION,
};
const RULES = simpleRules(
  ['authCode', 'password'],
  ({ authCode }) => ({ authCode: !CODE.test(authCode) && 'identity:rule.code' }),
  ['password'],
);

/** Schemas are loaded on demand: visitors open this on phones. */
const loadCalls = () => import('#core/invitation/calls.ts');

interface Props {
  /** Of the link. */
  code: string;
  /** The recipient's number, masked. */
  mobile: string;
  onEntered: () => void;
}

/**
 * Enters as the recipient of a link by a code to their number, which is shown masked and never typed. A number without
 * account is then shown the agreements, which its owner accepts with the button; no password is needed.
 */
export function EnterByInvitation({ code, mobile, onEntered }: Props) {
  const { t } = useTranslation(['invitation', 'identity', 'register']);
  const [step, setStep] = useState<Step>('CODE');

  async function enter({ authCode, password }: Values) {
    const { acceptInvitation } = await loadCalls();
    const attempt = (more: object) => call(acceptInvitation, { code, authCode, ...more });
    let body = await attempt({
      ...(step === 'AGREEMENTS' ? { agreements: VERSIONS } : {}),
      // Left empty, the passkey is asked for again.
      ...(password === '' ? {} : { password: await sealPassword(password) }),
    });
    const refused = isGood(body) ? undefined : new ClientError('server', body.code, body.message);
    if (isPasskeyNeeded(refused)) {
      // Without the passkey at hand, the password is the second proof.
      const passkey = await passkeyOf(refused).catch(() => undefined);
      if (passkey === undefined) {
        setStep('PASSWORD');
        return body;
      }
      body = await attempt({ passkey });
    }
    if (!isGood(body)) return body;
    if (!body.data.session) return setStep('AGREEMENTS');
    setSession({ token: body.data.session });
    return onEntered();
  }

  return (
    <Form<Values> initial={EMPTY} rules={RULES} onSubmit={enter} label={t('enter.label')}>
      {(form) => (
        <>
          <p>{t('enter.text', { mobile })}</p>
          <CodeField
            name="authCode"
            label={t('identity:code.label')}
            hint={step === 'CODE' ? t('enter.byItself') : undefined}
            tail={
              <CountdownButton
                label={t('identity:code.send')}
                kind="text"
                size="small"
                onSend={async () => call((await loadCalls()).sendInvitationCode, { code })}
              />
            }
          />
          {step === 'CODE' && <SubmitWithCode />}
          {step === 'PASSWORD' && (
            <PasswordField name="password" label={t('identity:login.orPassword')} maxLength={64} />
          )}
          {step === 'AGREEMENTS' && (
            <>
              <Notice>{t('enter.newcomer')}</Notice>
              <p>
                {t('enter.agreeTo')}
                {AGREEMENTS.map((id) => (
                  <span key={id}>
                    {' '}
                    <Link to={`/agreenment/${id}`} newTab>
                      {t(`register:agreement.${id}`)}
                    </Link>
                  </span>
                ))}
              </p>
            </>
          )}
          <Button type="submit" kind="primary" size="large" wide pending={form.submitting}>
            {t(step === 'AGREEMENTS' ? 'enter.agree' : 'enter.go')}
          </Button>
        </>
      )}
    </Form>
  );
}

/** Sends the form as soon as the code is complete, once for each code: typing it is all that there is to do. */
function SubmitWithCode() {
  const place = useRef<HTMLSpanElement>(null);
  const code = String(useFormState()?.values.authCode ?? '');
  useEffect(() => {
    if (CODE.test(code)) place.current?.closest('form')?.requestSubmit();
  }, [code]);
  return <span ref={place} hidden />;
}
