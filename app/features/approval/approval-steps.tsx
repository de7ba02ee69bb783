import { useTranslation } from 'react-i18next';
import type { ApprovalDetail, ApprovalStepView } from '#core/approval/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import style from './approval.module.css';
import { DECISION_BADGES, STEP_BADGES } from './badges.ts';

/** The steps of an approval as a diagram that is also a list: approver, time, remark. */
export function ApprovalSteps({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  return (
    <ol className={style.steps} aria-label={t('examine.steps')}>
      <li className={classes(style.step, style.REVIEWED)}>
        <span className={style.mark} aria-hidden="true">
          <Icon name="send" size={14} />
        </span>
        <div>
          <strong>{t('examine.submitted')}</strong>
          <p>
            {approval.applicant} <time className={style.soft}>{formatDateTime(approval.createdAt)}</time>
          </p>
        </div>
      </li>
      {approval.steps.map((step) => (
        <Step key={step.key} step={step} over={approval.state !== 'REVIEWING'} />
      ))}
    </ol>
  );
}

function Step({ step, over }: { step: ApprovalStepView; over: boolean }) {
  const { t } = useTranslation(['approval', 'company']);
  const look = STEP_BADGES[step.state];
  const open = over && step.state !== 'REVIEWED';
  return (
    <li
      className={classes(style.step, style[step.state])}
      aria-current={step.state === 'IN_PROGRESS' && !over ? 'step' : undefined}
    >
      <span className={style.mark} aria-hidden="true">
        <Icon name={look.icon} size={14} />
      </span>
      <div>
        <strong>{step.name}</strong>{' '}
        <span className={style.soft}>
          {t(`step.${open ? 'NOT_STARTED' : step.state}`)}
          {step.approvers.length > 1 && ` · ${t(`mode.${step.mode}`)}`}
        </span>
        <ul>
          {step.approvers.map((one) => (
            <li key={`${one.accountId}${one.at ?? ''}`}>
              <span>
                {one.name}
                {one.mine && t('me')}
                {one.roles.length > 0 && (
                  <span className={style.soft}>
                    {' '}
                    {one.roles.map((role) => t(`company:role.${role}`)).join(t('between'))}
                  </span>
                )}
              </span>
              {one.decision && (
                <>
                  <Badge {...DECISION_BADGES[one.decision]}>{t(`decision.${one.decision}`)}</Badge>
                  {one.at !== null && <time className={style.soft}>{formatDateTime(one.at)}</time>}
                </>
              )}
              {one.words && <blockquote className={style.words}>{one.words}</blockquote>}
            </li>
          ))}
        </ul>
        {step.copies.length > 0 && (
          <p className={style.soft}>{t('examine.copies', { names: step.copies.join(t('between')) })}</p>
        )}
        {step.dueAt !== null && step.state === 'IN_PROGRESS' && !over && (
          <p className={style.soft}>{t('examine.due', { time: formatDateTime(step.dueAt) })}</p>
        )}
      </div>
    </li>
  );
}
