import { useState } from 'react';
import { isClientError } from '../../wire/client-error.ts';
import { isRevisionChanged } from '../../wire/revision-changed.ts';

/** Options of a signing request: the idempotency key, and the progress callback. */
export interface Sending {
  requestId: string;
  onStep: (step: string) => void;
}

/** A signing request that was sent and has no answer yet. */
interface ConsentRequest<Consent> {
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
export function useSigningStep<Consent>({
  onSign,
  onRevisionChanged,
}: {
  onSign: (consent: Consent, sending: Sending) => Promise<void>;
  onRevisionChanged: () => void;
}) {
  const [step, setStep] = useState<string>();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [lost, setLost] = useState<ConsentRequest<Consent>>();
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
      let request = lost;
      try {
        request ??= { consent: await consentOf(), requestId: crypto.randomUUID() };
        await onSign(request.consent, { requestId: request.requestId, onStep: setStep });
        setLost(undefined);
      } catch (error) {
        if (isRevisionChanged(error)) {
          setLost(undefined);
          return onRevisionChanged();
        }
        setFailure(error);
        setTries((n) => n + 1);
        setLost(isLost(error) ? request : undefined);
      }
      forget();
    });
  return { step, working, failure, lost, tries, run, sign };
}
