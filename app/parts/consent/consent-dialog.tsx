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
import type { UkeyDeed, UkeySigning } from '../agent/ukey-consent.tsx';
import style from './consent.module.css';
import { ConsentWay, typedConsent } from './consent-way.tsx';

/** How a signing is sent: the id that makes it one deed, and who is told its steps. */
export interface Sending {
  requestId: string;
  onStep: (step: string) => void;
}

/** What is signed, as whom, with what: a term and its words a line. */
export type Summary = readonly (readonly [term: string, words: string])[];

interface Props {
  open: boolean;
  onClose: () => void;
  summary: Summary;
  onSign: (consent: Consent, sending: Sending) => Promise<void>;
  /** What is signed, for a proof on the phone. */
  subject: ConsentSubject;
  /** What the signer was shown of it: a proof on the phone is good for that alone. */
  seen: SeenDocuments;
  /** The documents are not any more what was shown. Nothing was done, and what was typed stays. */
  onRevisionChanged: () => void;
  /** The same signing with a UKey. */
  ukey: UkeySigning;
  /** A seal whose key is in a UKey is used: no other way will do. */
  ukeyOnly?: boolean;
}

// What talks to UKeys comes with the choice of that way only.
const UkeyConsent = lazy(() => import('../agent/ukey-consent.tsx'));

type Method = Consent['method'] | 'UKEY';
/** Offered while it is not known what else there is. */
const BASIC: Method[] = ['PASSWORD', 'SMS'];

/** A deed that was sent, and whose answer has not come. */
interface Deed {
  consent: Consent;
  requestId: string;
}

/** No answer came, so the deed may or may not have been done. */
const isLost = (error: unknown): boolean =>
  isClientError(error) && ['network', 'timeout', 'aborted'].includes(error.kind);

/**
 * The signing as it goes: its step, why it failed, and whether its answer was lost on the way. Asked for again under the
 * same id, a lost deed is done once; what the server refused was not done, so that the next try is another deed.
 */
function useDeed({ onSign, onRevisionChanged }: Pick<Props, 'onSign' | 'onRevisionChanged'>) {
  const [step, setStep] = useState<string>();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [lost, setLost] = useState<Deed>();
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
 * What is signed, as whom and with what; then the proof of willingness ([4.15a]), and the steps of the signing as the
 * server begins them.
 */
export function ConsentDialog(props: Props) {
  const { open, onClose, summary, ukeyOnly } = props;
  const { t } = useTranslation('sign');
  const person = useSession((s) => s.userExtendInfo);
  const [chosen, setMethod] = useState<Method>(person?.hasSignPassword === false ? 'SMS' : 'PASSWORD');
  const method = ukeyOnly ? 'UKEY' : chosen;
  // Choosing another way leaves the focus where it was chosen.
  const [choosing, setChoosing] = useState(false);
  const [ukeyDeed, setUkeyDeed] = useState<UkeyDeed>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const deed = useDeed(props);
  const { working, lost, failure } = deed;
  const methods = useQuery({
    ...queryOf(listConsentMethods, {}),
    enabled: open,
  });
  const ready =
    lost !== undefined ||
    (method === 'PASSWORD' && password !== '') ||
    (method === 'SMS' && /^\d{6}$/.test(code)) ||
    (method === 'UKEY' && ukeyDeed?.ready === true);

  const sign = (given?: Consent) => {
    setChoosing(false);
    if (method === 'UKEY') return deed.run(async () => ukeyDeed?.sign());
    const consent = async () =>
      given ?? typedConsent(method === 'SMS' ? 'SMS' : 'PASSWORD', { password, code });
    return deed.sign(consent, () => {
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
          {summary.map(([term, words]) => (
            <div key={term} style={{ display: 'contents' }}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        {working && method !== 'UKEY' ? (
          <Progress step={deed.step} />
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
                  onDeed={setUkeyDeed}
                  onRevisionChanged={props.onRevisionChanged}
                />
              </Suspense>
            ) : (
              <ConsentWay
                method={method}
                subject={props.subject}
                seen={props.seen}
                onRevisionChanged={props.onRevisionChanged}
                // What failed was not done, and its proof is spent: the next try gets a code of its own.
                key={method === 'FACE' || method === 'APP' ? `${method} ${deed.tries}` : 'typed'}
                onGiven={sign}
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

/** The step that the server said last is under way; those before it are done. */
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
