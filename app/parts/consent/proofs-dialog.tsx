import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { getPasswordKey, sendAuthCode } from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import {
  getProofs,
  giveProof,
  type ProofSubject,
  type ProofView,
  sendProofCode,
} from '#core/task/proof-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { ProgressSteps } from '../../ui/steps.tsx';
import { errorText } from '../../wire/client-error.ts';
import type { UkeySigning, UkeyStep } from '../agent/ukey-consent.tsx';
import style from './consent.module.css';
import { ProofWay } from './proof-way.tsx';
import { SignProgress, type Summary, SummaryLines } from './sign-parts.tsx';
import { type Sending, useSigningStep } from './use-signing-step.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  summary: Summary;
  subject: ProofSubject;
  seen: SeenDocuments;
  onSign: (sending: Sending) => Promise<void>;
  /** The documents changed since they were shown. Nothing was signed, and what was proven stands. */
  onRevisionChanged: () => void;
  ukey: UkeySigning;
  /** A seal with its key in a UKey is used: it signs, after the proofs. */
  ukeyOnly: boolean;
}

// Loaded only for a seal in a UKey.
const UkeyConsent = lazy(() => import('../agent/ukey-consent.tsx'));

type ProofInput = InputOf<typeof giveProof>['given'];
type Step = ProofView['steps'][number];

/** The next proof, and giving it; what was typed is cleared once it was judged. */
function useProofs({ subject, seen, open }: Pick<Props, 'subject' | 'seen' | 'open'>) {
  const asked = useQuery({ ...queryOf(getProofs, subject), enabled: open, staleTime: 0, gcTime: 0 });
  const [given, setGiven] = useState<ProofView>();
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const view = given ?? asked.data;
  const next = view?.steps.find(({ way, proven }) => way !== null && !proven);
  const give = async (step: Step, ticketId?: string) => {
    setPending(true);
    setFailure(undefined);
    try {
      const proof = await proofOf(step, { typed, ticketId, seen });
      setGiven(await call(giveProof, { subject, step: step.proof, given: proof }));
    } catch (error) {
      setFailure(error);
      setTries((n) => n + 1);
    }
    setTyped('');
    setPending(false);
  };
  const again = () => {
    setGiven(undefined);
    void asked.refetch();
  };
  const typing = {
    typed,
    onTyped: setTyped,
    ready: next?.way === 'PASSWORD' ? typed !== '' : isTyped(next?.way, typed),
  };
  return { view, next, give, pending, failure, tries, again, refused: asked.error, ...typing };
}

const isTyped = (way: Step['way'] | undefined, typed: string): boolean =>
  way === 'ACCESS_CODE' ? typed.trim() !== '' : /^\d{6}$/.test(typed);

async function proofOf(
  { way }: Step,
  { typed, ticketId = '', seen }: { typed: string; ticketId: string | undefined; seen: SeenDocuments },
): Promise<ProofInput> {
  if (way === 'FACE') return { way, ticketId, seen };
  if (way !== 'PASSWORD') return { way: way ?? 'SMS', code: typed };
  const key = await call(getPasswordKey, {});
  return { way, password: await encryptPassword({ ...key, spki: fromBase64(key.spki) }, typed) };
}

/**
 * Shows what is signed, as whom and with what; asks for the proofs that the sender wants, one after the other; then signs.
 */
export function ProofsDialog(props: Props) {
  const { open, onClose, summary, subject, ukeyOnly } = props;
  const { t } = useTranslation(['signerProof', 'sign']);
  const proofs = useProofs(props);
  const { view, next } = proofs;
  const [ukeyStep, setUkeyStep] = useState<UkeyStep>();
  const step = useSigningStep<null>({
    onSign: (_, sending) => props.onSign(sending),
    onRevisionChanged: props.onRevisionChanged,
  });
  const { working, lost, failure } = step;
  const sendCode = async (way: 'SMS' | 'MAIL') => {
    if (way === 'MAIL') await call(sendProofCode, { subject });
    else await call(sendAuthCode, { authCodeType: 'SIGN' });
  };
  const isDone = view !== undefined && !next;
  const ready = next ? proofs.ready : isDone && (!ukeyOnly || ukeyStep?.ready === true);
  const goOn = () => {
    if (next) return proofs.give(next);
    if (ukeyOnly) return step.run(async () => ukeyStep?.sign());
    // What was proven may have become too old in the meantime.
    return step.sign(async () => null, proofs.again);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={working}
      title={t(next ? 'step.title' : 'sign:confirmTitle')}
      actions={
        <>
          <Button onClick={onClose} disabled={working}>
            {t('sign:cancel')}
          </Button>
          {next?.way !== 'FACE' && (
            <Button
              kind="primary"
              pending={working || proofs.pending}
              disabled={!ready && !working && !lost}
              onClick={() => void goOn()}
            >
              {t(lost ? 'sign:askAgain' : next ? 'step.next' : 'sign:confirm')}
            </Button>
          )}
        </>
      }
    >
      <form
        className={style.consent}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !working && !proofs.pending) void goOn();
        }}
      >
        <SummaryLines summary={summary} />
        {proofs.refused ? (
          <ErrorState error={proofs.refused} onRetry={proofs.again} />
        ) : !view ? (
          <LoadingState />
        ) : working && !ukeyOnly ? (
          <SignProgress step={step.step} />
        ) : lost ? (
          <Notice tone="warning">{t('sign:lost', { reason: errorText(failure, t) })}</Notice>
        ) : (
          <>
            <Steps view={view} next={next} />
            {next ? (
              <ProofWay
                // each attempt at a face gets a new code
                key={`${next.proof} ${next.way === 'FACE' ? proofs.tries : ''}`}
                step={next}
                subject={subject}
                seen={props.seen}
                typed={proofs.typed}
                onTyped={proofs.onTyped}
                onSend={sendCode}
                onTicket={(ticketId) => void proofs.give(next, ticketId)}
                onRevisionChanged={props.onRevisionChanged}
                onRefused={onClose}
              />
            ) : ukeyOnly ? (
              <Suspense fallback={<LoadingState />}>
                <UkeyConsent
                  {...props.ukey}
                  working={working}
                  onStep={setUkeyStep}
                  onRevisionChanged={props.onRevisionChanged}
                />
              </Suspense>
            ) : (
              <Notice tone="success">{t('step.done')}</Notice>
            )}
            {view.goodUntil !== null && (
              <p className={style.hint}>{t('step.goodUntil', { time: formatDateTime(view.goodUntil) })}</p>
            )}
            {(proofs.failure ?? failure) !== undefined && (
              <Notice tone="error">{errorText(proofs.failure ?? failure, t)}</Notice>
            )}
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** The proofs in their order: given, now, and later. */
function Steps({ view, next }: { view: ProofView; next: Step | undefined }) {
  const { t } = useTranslation('signerProof');
  return (
    <ProgressSteps
      label={t('list')}
      steps={view.steps.map((step) => {
        const name = t(`name.${step.proof}`);
        const isGiven = step.proven || (step.way === null && !next);
        return {
          id: step.proof,
          title: name,
          state: isGiven ? 'done' : 'waiting',
          ...(step.reason === '' ? {} : { detail: t(`instead.${step.reason}`, { name }) }),
        };
      })}
    />
  );
}
