import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import { type Consent, signPlan } from '#core/task/calls.ts';
import { isAsSeen, seenOf } from '#core/task/seen.ts';
import { beginPlanUkey, type UkeySigningState } from '#core/task/ukey-calls.ts';
import { call } from '../../../call.ts';
import type { Sending } from '../../../parts/consent/consent-dialog.tsx';
import { staleAfter } from '../../../query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { type Fillings, usedIn, wireOf } from './fillings.ts';
import { TaskChanged } from './task-changed.tsx';
import { type SignAnswer, type TaskDetail, taskQuery } from './use-task.ts';

const ConsentDialog = lazy(async () => ({
  default: (await import('../../../parts/consent/consent-dialog.tsx')).ConsentDialog,
}));

type Props = {
  task: TaskDetail;
  /** The task as the signer was shown it last. */
  shown: TaskDetail;
  /** They looked at what changed. */
  onShown: (task: TaskDetail) => void;
  mine: TaskDetail['signerList'][number];
  fillings: Fillings;
  /** The seals and signatures in words. */
  what: string;
  onClose: () => void;
  onDone: (answer: SignAnswer) => void;
};

/**
 * Says once more what is signed, as whom and with what, takes the proof of willingness ([4.15a]) and signs what was
 * shown. Where somebody signed meanwhile, it shows what changed first; what was typed stays.
 */
export function SignConfirmation({ task, shown, onShown, mine, fillings, what, onClose, onDone }: Props) {
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const { seals: used } = usedIn(fillings);
  const seen = seenOf(shown.documents);
  // The page may have heard of it before the server says so.
  const [changed, setChanged] = useState(isAsSeen(seen, seenOf(task.documents)) ? undefined : task);
  const look = () =>
    queries
      .fetchQuery({ ...taskQuery(task.planId), staleTime: 0 })
      .then(setChanged, (error: unknown) => toast({ tone: 'error', text: errorText(error, t) }));
  const finish = async (answer: SignAnswer) => {
    await queries.invalidateQueries({ ...staleAfter(signPlan), refetchType: 'none' });
    onDone(answer);
  };
  const sign = async (consent: Consent, sending: Sending) => {
    const answer = await call(
      signPlan,
      { planId: task.planId, seen, consent, fillings: wireOf(fillings) },
      { ...sending },
    );
    await finish(answer);
  };
  const ukey = {
    begin: (ukeySerial: string) =>
      call(beginPlanUkey, { planId: task.planId, seen, ukeySerial, fillings: wireOf(fillings) }),
    onSigned: ({ status, documents }: NonNullable<UkeySigningState['done']>) =>
      finish({ endReason: status === 'ENDED' ? 'COMPLETED' : null, documents }),
  };
  return (
    <>
      <ConsentDialog
        open
        onClose={onClose}
        summary={[
          [t('summary.task'), task.taskName],
          [t('summary.files'), t('summary.fileCount', { count: task.documents.length })],
          [
            t('summary.as'),
            mine.entName
              ? t('summary.operatorOf', { enterprise: mine.entName, person: mine.userName })
              : mine.userName,
          ],
          [t('summary.with'), what],
          [
            t('summary.certificate'),
            used[0]?.certificate ? commonNameIn(used[0].certificate.subject) : t('summary.ownCertificate'),
          ],
        ]}
        subject={{ kind: 'PLAN', id: task.planId }}
        seen={seen}
        onRevisionChanged={look}
        onSign={sign}
        ukey={ukey}
        ukeyOnly={used.some((one) => one.onUkey)}
      />
      {changed && (
        <TaskChanged
          before={shown}
          after={changed}
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
