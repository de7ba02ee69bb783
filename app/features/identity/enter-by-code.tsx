import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AGREEMENT_VERSION, AGREEMENTS } from '#core/identity/agreements.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { setSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form, useFormState } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ClientError } from '../../wire/client-error.ts';
import { type FormVerdict, isGood } from '../../wire/form-check.ts';
import { isPasskeyNeeded, passkeyOf, sealPassword } from './sign-in.ts';
import { simpleRules } from './simple-rules.ts';

type Step = 'CODE' | 'PASSWORD' | 'AGREEMENTS';
type Values = { mobile: string; authCode: string; password: string };

const EMPTY = { mobile: '', authCode: '', password: '' };
const VERSIONS = {
  1: AGREEMENT_VERSION,
  2: AGREEMENT_VERSION,
  3: AGREEMENT_VERSION,
  4: AGREEMENT_VERSION,
};

function rulesOf(typesMobile: boolean) {
  return simpleRules(
    ['mobile', 'authCode', 'password'],
    ({ mobile, authCode }) => ({
      mobile: typesMobile && !isMobile(mobile) && 'rule:mobile',
      authCode: !CODE.test(authCode) && 'identity:rule.code',
    }),
    typesMobile ? ['password'] : ['mobile', 'password'],
  );
}

interface Props {
  label: string;
  /** Whether the number is typed here; otherwise the link stands for it. */
  typesMobile?: boolean;
  /** Above the code: to which number it goes. */
  children: (step: Step) => ReactNode;
  /** Beside the code: what has it sent. */
  send: ReactNode;
  /** Makes the call with the code; its answer has no session where the number has no account yet. */
  attempt: (
    values: Pick<Values, 'mobile' | 'authCode'>,
    more: object,
  ) => Promise<FormVerdict<{ session: SessionUser | null }>>;
  onEntered: () => void;
}

/**
 * Enters by a code to a number, with whatever else its account asks for. A number without account is then shown the
 * agreements, which its owner accepts with the button; no password is needed.
 */
export function EnterByCode({ label, typesMobile = false, children, send, attempt, onEntered }: Props) {
  const { t } = useTranslation(['invitation', 'identity', 'register']);
  const [step, setStep] = useState<Step>('CODE');

  async function enter({ password, ...values }: Values) {
    let body = await attempt(values, {
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
      body = await attempt(values, { passkey });
    }
    if (!isGood(body)) return body;
    if (!body.data.session) return setStep('AGREEMENTS');
    setSession({ token: body.data.session });
    return onEntered();
  }

  return (
    <Form<Values> initial={EMPTY} rules={rulesOf(typesMobile)} onSubmit={enter} label={label}>
      {(form) => (
        <>
          {children(step)}
          <CodeField
            name="authCode"
            label={t('identity:code.label')}
            hint={step === 'CODE' ? t('enter.byItself') : undefined}
            tail={send}
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
