import { useNavigate } from '@remix-run/react';
import type { ApprovalDetail } from '#core/approval/calls.ts';
import { ColleagueDialog } from './colleague-dialog.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import type { ExamineChoice } from './examine-foot.tsx';

interface Props {
  approval: ApprovalDetail;
  choice: ExamineChoice | undefined;
  /** Comments on the pages that are not resolved. */
  openComments?: number;
  onClose: () => void;
  /** `mayStamp`: a use of seals was approved by somebody who holds them. */
  onDecided?: (mayStamp: boolean) => void;
}

/** Asks for the input of a decision: a remark, or a colleague. */
export function ChoiceDialog({ approval, choice, openComments = 0, onClose, onDecided }: Props) {
  const navigate = useNavigate();
  if (choice === undefined) return null;
  if (choice === 'transfer' || choice === 'BEFORE' || choice === 'AFTER')
    return (
      <ColleagueDialog
        approval={approval}
        how={choice}
        onClose={onClose}
        onDone={() => choice !== 'AFTER' && navigate('/contract/approval')}
      />
    );
  return (
    <DecisionDialog
      approval={approval}
      decision={choice}
      openComments={openComments}
      onClose={onClose}
      onDecided={(mayStamp) => onDecided?.(mayStamp)}
    />
  );
}
