import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type ApprovalDetail, decideApproval } from '#core/approval/calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const WORDS = 500;
const OPTIONAL = z.object({ words: z.string().trim().max(WORDS) });
const NEEDED = z.object({ words: z.string().trim().min(1).max(WORDS) });

/** Yes with words if one likes, no with words that say why. */
export function DecisionDialog({
  approval,
  decision,
  onClose,
}: {
  approval: ApprovalDetail;
  decision: Decision;
  onClose: () => void;
}) {
  const { t } = useTranslation('approval');
  const { approvalId, digest } = approval;
  const needed = decision !== 'PASS';
  return (
    <FormDialog<{ words: string }>
      title={t(`decide.${decision}.title`)}
      initial={{ words: '' }}
      rules={needed ? NEEDED : OPTIONAL}
      submit={t(`decision.${decision}`)}
      save={({ words }) => call(decideApproval, { approvalId, digest, decision, words })}
      done={() => t(`decide.${decision}.done`, { name: approval.title })}
      calls={[decideApproval]}
      onClose={onClose}
    >
      <p>{t(`decide.${decision}.text`, { name: approval.title })}</p>
      <TextArea name="words" label={t('field.words')} required={needed} maxLength={WORDS} />
    </FormDialog>
  );
}
