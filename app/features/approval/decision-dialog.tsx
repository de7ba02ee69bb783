import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type ApprovalDetail, decideApproval } from '#core/approval/calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const MOST_CHARACTERS = 500;
const OPTIONAL = z.object({ words: z.string().trim().max(MOST_CHARACTERS) });
const NEEDED = z.object({ words: z.string().trim().min(1).max(MOST_CHARACTERS) });

/** Approves with an optional remark, or rejects with a required reason. */
export function DecisionDialog({
  approval,
  decision,
  openComments,
  onClose,
  onDecided,
}: {
  approval: ApprovalDetail;
  decision: Decision;
  /** Comments on the pages that are not resolved. */
  openComments: number;
  onClose: () => void;
  /** `mayStamp`: a use of seals was approved by somebody who holds them. */
  onDecided: (mayStamp: boolean) => void;
}) {
  const { t } = useTranslation('approval');
  const { approvalId, digest } = approval;
  const needed = decision !== 'PASS';
  const texts = approval.subject;
  return (
    <FormDialog<{ words: string }, { state: string; mayStamp: boolean }>
      title={t(`decide.${texts}.${decision}.title`)}
      initial={{ words: '' }}
      rules={needed ? NEEDED : OPTIONAL}
      submit={t(`decision.${decision}`)}
      save={(typed) => call(decideApproval, { approvalId, digest, decision, words: typed.words })}
      done={() => t(`decide.${texts}.${decision}.done`, { name: approval.title })}
      calls={[decideApproval]}
      onClose={onClose}
      onSaved={(_, { mayStamp }) => onDecided(mayStamp)}
    >
      <p>{t(`decide.${texts}.${decision}.text`, { name: approval.title })}</p>
      {decision === 'PASS' && openComments > 0 && (
        <Notice tone="warning">{t('comment.stillOpen', { count: openComments })}</Notice>
      )}
      <TextArea name="words" label={t('field.words')} required={needed} maxLength={MOST_CHARACTERS} />
    </FormDialog>
  );
}
