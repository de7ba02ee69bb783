import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import { signTask } from '#core/task/calls.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { call } from '../../../call.ts';
import { SignAct } from '../../../parts/signing/sign-act.tsx';
import { changesIn } from './changes-in.ts';
import { type Fillings, usedIn, wireOf } from './fillings.ts';
import type { Fields } from './use-fields.ts';
import { type SignAnswer, type TaskDetail, taskQuery } from './use-task.ts';

type Props = {
  task: TaskDetail;
  /** The task as last shown to the signer. */
  shown: TaskDetail;
  /** Called when the signer has reviewed the changes. */
  onShown: (task: TaskDetail) => void;
  mine: TaskDetail['signerList'][number];
  fillings: Fillings;
  fields: Fields;
  /** The seals and signatures as text. */
  what: string;
  onClose: () => void;
  onDone: (answer: SignAnswer) => void;
};

/** Confirms what is signed of a task, as whom and with what; then signs. */
export function SignConfirmation({
  task,
  shown,
  onShown,
  mine,
  fillings,
  fields,
  what,
  onClose,
  onDone,
}: Props) {
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const { seals: used } = usedIn(fillings);
  const { planId: taskId } = task;
  const filled = () => [...wireOf(fillings), ...fields.wire()];
  const { entName, userName } = mine;
  return (
    <SignAct<TaskDetail, SignAnswer>
      subject={{ kind: 'PLAN', id: taskId }}
      thing={task}
      shown={shown}
      onShown={onShown}
      read={() => queries.fetchQuery({ ...taskQuery(taskId), staleTime: 0 })}
      changesIn={(after) => changesIn(shown, after, t)}
      summary={[
        [t('summary.task'), task.taskName],
        [t('summary.files'), t('summary.fileCount', { count: task.documents.length })],
        [
          t('summary.as'),
          entName ? t('summary.operatorOf', { enterprise: entName, person: userName }) : userName,
        ],
        ...fields.said.map(([name, text]): [string, string] => [name, text]),
        [t('summary.with'), what],
        [
          t('summary.certificate'),
          used[0]?.certificate ? commonNameIn(used[0].certificate.subject) : t('summary.ownCertificate'),
        ],
      ]}
      ukeyOnly={used.some((one) => one.onUkey)}
      call={signTask}
      sign={(seen, consent, sending) =>
        call(signTask, { planId: taskId, seen, consent, fillings: filled() }, { ...sending })
      }
      {...(mine.proofs.length > 0
        ? {
            proofs: {
              subject: { kind: 'PLAN', id: taskId } as const,
              sign: (seen, sending) =>
                call(
                  signTask,
                  { planId: taskId, seen, consent: { method: 'PROOFS' }, fillings: filled() },
                  { ...sending },
                ),
            },
          }
        : {})}
      beginUkey={(seen, ukeySerial) =>
        call(beginTaskUkey, { planId: taskId, seen, ukeySerial, fillings: filled() })
      }
      answerOf={({ status, documents }) => ({
        endReason: status === 'ENDED' ? 'COMPLETED' : null,
        documents,
      })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
