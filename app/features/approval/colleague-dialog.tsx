import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type ApprovalDetail, addApprover, transferApproval } from '#core/approval/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { PersonField } from '../../parts/people/person-field.tsx';
import { useSession } from '../../session/session-store.ts';

const RULES = z.object({ who: z.string().min(1) });

/** Transfers the decision to a colleague, or adds one who decides before or after oneself. */
export function ColleagueDialog({
  approval,
  how,
  onClose,
  onDone,
}: {
  approval: ApprovalDetail;
  how: 'transfer' | 'BEFORE' | 'AFTER';
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('approval');
  const me = useSession((s) => s.loginUser?.userId);
  const { approvalId } = approval;
  return (
    <FormDialog<{ who: string }>
      title={t(`colleague.${how}.title`)}
      initial={{ who: '' }}
      rules={RULES}
      submit={t(`colleague.${how}.action`)}
      save={({ who }) =>
        how === 'transfer'
          ? call(transferApproval, { approvalId, to: who })
          : call(addApprover, { approvalId, who, where: how })
      }
      done={() => t(`colleague.${how}.done`)}
      calls={[transferApproval]}
      onClose={onClose}
      onSaved={onDone}
    >
      <p>{t(`colleague.${how}.text`)}</p>
      <PersonField name="who" label={t('colleague.who')} required without={me ? [me] : []} />
    </FormDialog>
  );
}
