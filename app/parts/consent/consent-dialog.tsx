import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, SIGN_STEPS } from '#core/task/calls.ts';
import { type ConsentSubject, listConsentMethods } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { ProgressSteps } from '../../ui/steps.tsx';
import { errorText, isClientError } from '../../wire/client-error.ts';
import { isRevisionChanged } from '../../wire/revision-changed.ts';
import type { UkeySigning, UkeyStep } from '../agent/ukey-consent.tsx';
import style from './consent.module.css';
import { ConsentWay, typedConsent } from './consent-way.tsx';

/** Options of a signing request: the idempotency key, and the progress callback. */
export interface Sending {
  requestId: string;
  onStep: (step: string) => void;
}

/** What is signed, as whom, with what: label and text per line. */
export type Summary = readonly (readonly [term: string, words: string])[];

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

/** A signing request that was sent and has no answer yet. */
interface ConsentRequest {
  consent: Consent;
  requestId: string;
}

/** Whether no answer arrived, so that the outcome is unknown. */
const isLost = (error: unknown): boolean =>
  isClientError(error) && ['network', 'timeout', 'aborted'].includes(error.kind);

/**
 * The running signing: its step, its error, and whether its answer was lost. A lost request is repeated under the same
 * id and is idempotent; after a refusal nothing was signed, so that the next attempt gets a new id.
 */
function useSigningStep({ onSign, onRevisionChanged }: Pick<Props, 'onSign' | 'onRevisionChanged'>) {
  const [step, setStep] = useState<string>();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [lost, setLost] = useState<ConsentRequest>();
  const [tries, setTries] = useState(0);
  /** Runs `work` while the dialog is locked. */
  const run = async (work: () => Promise<void>) => {
    setWorking(true);
    setFailure(undefined);
    setStep(undefined);
    await work();
    setWorking(false);
  };
  const sign = (consentOf: () => Promise<Consent>, forget: () => void) =>
    run(async () => {
      let deed = lost;
      try {
        deed ??= { consent: await consentOf(), requestId: crypto.randomUUID() };
        await onSign(deed.consent, { requestId: deed.requestId, onStep: setStep });
        setLost(undefined);
      } catch (error) {
        if (isRevisionChanged(error)) {
          setLost(undefined);
          return onRevisionChanged();
        }
        setFailure(error);
        setTries((n) => n + 1);
        setLost(isLost(error) ? deed : undefined);
      }
      forget();
    });
  return { step, working, failure, lost, tries, run, sign };
}

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
        <dl className={style.summary}>
          {summary.map(([term, text]) => (
            <div key={term} style={{ display: 'contents' }}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {working && method !== 'UKEY' ? (
          <Progress step={step.step} />
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

/** The last reported step is in progress; those before it are done. */
function Progress({ step }: { step: string | undefined }) {
  const { t } = useTranslation('sign');
  const at = (SIGN_STEPS as readonly string[]).indexOf(step ?? '');
  return (
    <ProgressSteps
      label={t('progress')}
      steps={SIGN_STEPS.map((id, i) => ({
        id,
        title: t(`stepName.${id}`),
        state: i < at ? 'done' : i === at ? 'running' : 'waiting',
      }))}
    />
  );
}
