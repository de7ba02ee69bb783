import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '#core/call.ts';
import type { Consent } from '#core/task/calls.ts';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { ProofSubject } from '#core/task/proof-calls.ts';
import { isAsSeen, type SeenDocuments, seenOf } from '#core/task/seen.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import { staleAfter } from '../../query.ts';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import type { ChangedProps } from '../consent/changed-dialog.tsx';
import type { Summary } from '../consent/sign-parts.tsx';
import type { Sending } from '../consent/use-signing-step.ts';
import { SignNotice, useNoticeRead } from './sign-notice.tsx';

const ConsentDialog = lazy(async () => ({
  default: (await import('../consent/consent-dialog.tsx')).ConsentDialog,
}));
// Loaded only where the sender asks for proofs.
const ProofsDialog = lazy(async () => ({
  default: (await import('../consent/proofs-dialog.tsx')).ProofsDialog,
}));
const ChangedDialog = lazy(async () => ({
  default: (await import('../consent/changed-dialog.tsx')).ChangedDialog,
}));

/** Something to be signed, as it was shown to the signer. */
interface SignContext {
  documents: SeenDocuments;
}

interface Props<Thing extends SignContext, Answer> {
  subject: ConsentSubject;
  summary: Summary;
  /** A seal with its key in a UKey is used: only consent by UKey is possible. */
  ukeyOnly: boolean;
  /** The current state, and the state last shown to the signer. */
  thing: Thing;
  shown: Thing;
  /** The signer has reviewed the changes. */
  onShown: (thing: Thing) => void;
  /** Fetches its current state. */
  read: () => Promise<Thing>;
  /** The changes since it was shown. */
  changesIn: (after: Thing) => Omit<ChangedProps, 'onClose' | 'onSeen'>;
  /** The signing call, which determines what is refetched afterwards. */
  call: AnyCall;
  sign: (seen: SeenDocuments, consent: Consent, sending: Sending) => Promise<Answer>;
  /** The sender asks the signer for proofs, which stand for any consent; absent: one way of their own choice. */
  proofs?: {
    subject: ProofSubject;
    sign: (seen: SeenDocuments, sending: Sending) => Promise<Answer>;
  };
  beginUkey: (seen: SeenDocuments, ukeySerial: string) => Promise<UkeySigningState>;
  /** Converts the result of signing with a UKey to the answer of `sign`. */
  answerOf: (done: NonNullable<UkeySigningState['done']>) => Answer;
  onClose: () => void;
  onDone: (answer: Answer) => void;
}

/**
 * Summarises what is signed, as whom and with what, asks for consent ([4.15a]) and signs what was shown. If somebody
 * signed in the meantime, shows the changes first; the input is kept.
 */
export function SignAct<Thing extends SignContext, Answer>(props: Props<Thing, Answer>) {
  const { subject, thing, shown, onShown, read, call, sign, proofs, beginUkey, answerOf, onClose, onDone } =
    props;
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const [isNoticeRead, onNoticeRead] = useNoticeRead();
  const seen = seenOf(shown.documents);
  // The page may already know of a change before the server rejects the signing.
  const [changed, setChanged] = useState(isAsSeen(seen, seenOf(thing.documents)) ? undefined : thing);
  const look = () =>
    read().then(setChanged, (error: unknown) => toast({ tone: 'error', text: errorText(error, t) }));
  const finish = async (answer: Answer) => {
    await queries.invalidateQueries({ ...staleAfter(call), refetchType: 'none' });
    onDone(answer);
  };
  if (!isNoticeRead) return <SignNotice onClose={onClose} onRead={onNoticeRead} />;
  const common = {
    open: true,
    onClose,
    summary: props.summary,
    seen,
    onRevisionChanged: look,
    ukey: {
      begin: (serial: string) => beginUkey(seen, serial),
      onSigned: (done: NonNullable<UkeySigningState['done']>) => finish(answerOf(done)),
    },
    ukeyOnly: props.ukeyOnly,
  };
  return (
    <>
      {proofs ? (
        <ProofsDialog
          {...common}
          subject={proofs.subject}
          onSign={async (sending) => finish(await proofs.sign(seen, sending))}
        />
      ) : (
        <ConsentDialog
          {...common}
          subject={subject}
          onSign={async (consent, sending) => finish(await sign(seen, consent, sending))}
        />
      )}
      {changed && (
        <ChangedDialog
          {...props.changesIn(changed)}
          onClose={onClose}
          onSeen={() => {
            onShown(changed);
            setChanged(undefined);
          }}
        />
      )}
    </>
  );
}
