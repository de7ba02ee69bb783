import { useTranslation } from 'react-i18next';
import type { ApprovalDetail, ApprovalRow } from '#core/approval/calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { Button } from '../../ui/button.tsx';
import style from './approval.module.css';
import { useApprovalActions } from './use-approval-actions.tsx';

type Translate = ReturnType<typeof useTranslation<'approval'>>['t'];

/** What an approver is about to do. */
export type ExamineChoice = Decision | 'transfer' | 'BEFORE' | 'AFTER';

interface Props {
  approval: ApprovalDetail;
  onAsk: (choice: ExamineChoice) => void;
  onStamp?: () => void;
}

/** The actions of an approval: the current approver decides, everybody else sees its state. */
export const ExamineFoot = ({ approval, onAsk, onStamp }: Props) =>
  approval.actions.includes('decide') ? (
    <Deciding subject={approval.subject} onAsk={onAsk} />
  ) : (
    <Asking approval={approval} onStamp={onStamp} />
  );

/** The state of an approval in one sentence. */
export function standingOf(t: Translate, approval: ApprovalDetail): string {
  const { state, subject, sealUse } = approval;
  if (state === 'REVIEWING')
    return t('examine.waiting', { names: approval.waitingFor.join(t('between')) || '—' });
  if (sealUse) return t(`sealEnded.${sealUse}`);
  if (subject === 'EXTERNAL') return t(`externalEnded.${state}`);
  return subject === 'TEMPLATE' ? t(`templateEnded.${state}`) : t(`ended.${state}`);
}

/** What an approver can do. */
function Deciding({
  subject,
  onAsk,
}: {
  subject: ApprovalDetail['subject'];
  onAsk: (choice: ExamineChoice) => void;
}) {
  const { t } = useTranslation('approval');
  return (
    <>
      <Button kind="primary" icon="check" onClick={() => onAsk('PASS')}>
        {t('decision.PASS')}
      </Button>
      <div className={style.buttons}>
        {subject !== 'SEAL' && (
          <Button icon="undo" onClick={() => onAsk('RETURN')}>
            {t('decision.RETURN')}
          </Button>
        )}
        <Button icon="ban" onClick={() => onAsk('REJECT')}>
          {t('decision.REJECT')}
        </Button>
      </div>
      <details className={style.more}>
        <summary>{t('examine.more')}</summary>
        <div className={style.buttons}>
          <Button kind="quiet" onClick={() => onAsk('transfer')}>
            {t('colleague.transfer.action')}
          </Button>
          <Button kind="quiet" onClick={() => onAsk('BEFORE')}>
            {t('colleague.BEFORE.action')}
          </Button>
          <Button kind="quiet" onClick={() => onAsk('AFTER')}>
            {t('colleague.AFTER.action')}
          </Button>
        </div>
      </details>
    </>
  );
}

/** The actions of the sender, and the state for everybody else. */
function Asking({ approval, onStamp }: { approval: ApprovalDetail; onStamp: (() => void) | undefined }) {
  const { t } = useTranslation('approval');
  const host = useActions<ApprovalRow>();
  const { urge, withdraw, resubmit } = useApprovalActions();
  return (
    <>
      <p className={style.standing} role="status">
        {standingOf(t, approval)}
      </p>
      {onStamp && approval.actions.includes('stamp') && (
        <Button kind="primary" icon="seal" onClick={onStamp}>
          {t('stamp.action')}
        </Button>
      )}
      {approval.actions.includes('resubmit') && (
        <ActionButton action={resubmit} row={approval} host={host} kind="primary" />
      )}
      {approval.actions.includes('urge') && <ActionButton action={urge} row={approval} host={host} />}
      {approval.actions.includes('withdraw') && (
        <ActionButton action={withdraw} row={approval} host={host} kind="quiet" />
      )}
      {host.layer}
    </>
  );
}
