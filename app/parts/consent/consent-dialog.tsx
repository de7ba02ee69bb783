import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '#core/task/calls.ts';
import { type ConsentSubject, listConsentMethods } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { errorText } from '../../wire/client-error.ts';
import type { UkeySigning, UkeyStep } from '../agent/ukey-consent.tsx';
import style from './consent.module.css';
import { ConsentWay, typedConsent } from './consent-way.tsx';
import { SignProgress, type Summary, SummaryLines } from './sign-parts.tsx';
import { type Sending, useSigningStep } from './use-signing-step.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  summary: Summary;
  onSign: (consent: Consent, sending: Sending) => Promise<void>;
  /** What is signed, for a proof on the phone. */
  subject: ConsentSubject;
  /** The documents as shown to the signer: a proof on the phone is valid only for these. */
  seen: SeenDocuments;
  /** The documents changed since they were shown. Nothing was signed, and the input is kept. */
  onRevisionChanged: () => void;
  /** The same signing with a UKey. */
  ukey: UkeySigning;
  /** A seal with its key in a UKey is used: only consent by UKey is possible. */
  ukeyOnly?: boolean;
}

// Loaded only when consent by UKey is chosen.
const UkeyConsent = lazy(() => import('../agent/ukey-consent.tsx'));

type Method = Consent['method'] | 'UKEY';
/** Offered until the available methods are loaded. */
const BASIC: Method[] = ['PASSWORD', 'SMS'];

/**
 * Shows what is signed, as whom and with what; then asks for consent ([4.15a]), and shows the steps of the signing as
 * the server begins them.
 */
export function ConsentDialog(props: Props) {
  const { open, onClose, summary, ukeyOnly } = props;
  const { t } = useTranslation('sign');
  const person = useSession((s) => s.userExtendInfo);
  const [chosen, setMethod] = useState<Method>(person?.hasSignPassword === false ? 'SMS' : 'PASSWORD');
  const method = ukeyOnly ? 'UKEY' : chosen;
  // Changing the method keeps the focus on the choice.
  const [choosing, setChoosing] = useState(false);
  const [ukeyStep, setUkeyStep] = useState<UkeyStep>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const step = useSigningStep(props);
  const { working, lost, failure } = step;
  const methods = useQuery({
    ...queryOf(listConsentMethods, {}),
    enabled: open,
  });
  const ready =
    lost !== undefined ||
    (method === 'PASSWORD' && password !== '') ||
    (method === 'SMS' && /^\d{6}$/.test(code)) ||
    (method === 'UKEY' && ukeyStep?.ready === true);

  const sign = (given?: Consent) => {
    setChoosing(false);
    if (method === 'UKEY') return step.run(async () => ukeyStep?.sign());
    const consent = async () =>
      given ?? typedConsent(method === 'SMS' ? 'SMS' : 'PASSWORD', { password, code });
    return step.sign(consent, () => {
      setPassword('');
      setCode('');
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={working}
      title={t('confirmTitle')}
      actions={
        <>
          <Button onClick={onClose} disabled={working}>
            {t('cancel')}
          </Button>
          <Button kind="primary" pending={working} disabled={!ready && !working} onClick={() => sign()}>
            {t(lost ? 'askAgain' : 'confirm')}
          </Button>
        </>
      }
    >
      <form
        className={style.consent}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !working) void sign();
        }}
      >
        <SummaryLines summary={summary} />
        {working && method !== 'UKEY' ? (
          <SignProgress step={step.step} />
        ) : lost ? (
          <Notice tone="warning">{t('lost', { reason: errorText(failure, t) })}</Notice>
        ) : (
          <>
            <RadioGroup
              label={t('method')}
              value={method}
              onChange={(next) => {
                setChoosing(true);
                setMethod(next);
              }}
              disabled={working}
              options={(ukeyOnly ? [] : (methods.data ?? BASIC))
                .concat('UKEY')
                .map((value) => ({ value, label: t(`methodName.${value}`) }))}
            />
            {method === 'UKEY' ? (
              <Suspense fallback={<LoadingState />}>
                <UkeyConsent
                  {...props.ukey}
                  working={working}
                  onStep={setUkeyStep}
                  onRevisionChanged={props.onRevisionChanged}
                />
              </Suspense>
            ) : (
              <ConsentWay
                method={method}
                subject={props.subject}
                seen={props.seen}
                onRevisionChanged={props.onRevisionChanged}
                // After a failure the proof is consumed: the next attempt gets a new code.
                key={method === 'PASSWORD' || method === 'SMS' ? 'typed' : `${method} ${step.tries}`}
                onConsent={sign}
                onRefused={onClose}
                autoFocus={!choosing}
                password={password}
                onPassword={setPassword}
                code={code}
                onCode={setCode}
              />
            )}
            {failure !== undefined && <Notice tone="error">{errorText(failure, t)}</Notice>}
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
