import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import { type Consent, signPlan } from '#core/task/calls.ts';
import { beginPlanUkey, type UkeySigningState } from '#core/task/ukey-calls.ts';
import { call } from '../../../call.ts';
import type { Sending } from '../../../consent/consent-dialog.tsx';
import { staleAfter } from '../../../query.ts';
import { type Fillings, usedIn, wireOf } from './fillings.ts';
import type { SignAnswer, TaskDetail } from './use-task.ts';

const ConsentDialog = lazy(async () => ({
  default: (await import('../../../consent/consent-dialog.tsx')).ConsentDialog,
}));

type Props = {
  task: TaskDetail;
  mine: TaskDetail['signerList'][number];
  fillings: Fillings;
  /** The seals and signatures in words. */
  what: string;
  onClose: () => void;
  onDone: (answer: SignAnswer) => void;
};

/** Says once more what is signed, as whom and with what, takes the proof of willingness ([4.15a]) and signs. */
export function SignConfirmation({ task, mine, fillings, what, onClose, onDone }: Props) {
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const { seals: used } = usedIn(fillings);
  const finish = async (answer: SignAnswer) => {
    await queries.invalidateQueries({ ...staleAfter(signPlan), refetchType: 'none' });
    onDone(answer);
  };
  const sign = async (consent: Consent, sending: Sending) => {
    const answer = await call(
      signPlan,
      { planId: task.planId, consent, fillings: wireOf(fillings) },
      { ...sending },
    );
    await finish(answer);
  };
  const ukey = {
    begin: (ukeySerial: string) =>
      call(beginPlanUkey, { planId: task.planId, ukeySerial, fillings: wireOf(fillings) }),
    onSigned: ({ status, documents }: NonNullable<UkeySigningState['done']>) =>
      finish({ endReason: status === 'ENDED' ? 'COMPLETED' : null, documents }),
  };
  return (
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
      onSign={sign}
      ukey={ukey}
      ukeyOnly={used.some((one) => one.onUkey)}
    />
  );
}
