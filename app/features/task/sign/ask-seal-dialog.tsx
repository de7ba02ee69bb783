import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { requestSealUse, SEAL_REASON } from '#core/approval/seal-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { call } from '../../../call.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { type Fillings, wireOf } from './fillings.ts';
import type { Fields } from './use-fields.ts';
import type { TaskDetail } from './use-task.ts';

const RULES = z.object({ reason: z.string().trim().min(1).max(SEAL_REASON) });

/** Requests approval to use the placed seals, with a reason. */
export function AskSealDialog({
  task: { planId: taskId, taskName },
  shown,
  seals,
  fillings,
  fields,
  onClose,
}: {
  task: TaskDetail;
  /** The task as last shown to the operator. */
  shown: TaskDetail;
  /** The names of the seals. */
  seals: string;
  fillings: Fillings;
  fields: Fields;
  onClose: () => void;
}) {
  const { t } = useTranslation('sign');
  return (
    <FormDialog<{ reason: string }>
      title={t('sealUse.title')}
      initial={{ reason: '' }}
      rules={RULES}
      submit={t('sealUse.ask')}
      save={({ reason }) =>
        call(requestSealUse, {
          planId: taskId,
          seen: seenOf(shown.documents),
          fillings: [...wireOf(fillings), ...fields.wire()].map(({ placementId, sealId, value }) => ({
            placementId,
            ...(sealId ? { sealId } : {}),
            ...(value === undefined ? {} : { value }),
          })),
          reason,
        })
      }
      done={() => t('sealUse.asked')}
      calls={[requestSealUse]}
      onClose={onClose}
    >
      <p>{t('sealUse.about', { seals, name: taskName })}</p>
      <TextArea name="reason" label={t('sealUse.reason')} required maxLength={SEAL_REASON} />
    </FormDialog>
  );
}
