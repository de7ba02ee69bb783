import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewApproval } from '#core/approval/flow-calls.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { setTask } from '#core/task/draft.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import type { StepProps } from './step-props.ts';
import style from './wizard.module.css';

/**
 * Shows whether the contract must be approved before sending, by whom, and a choice of flows. Nothing is shown if the
 * enterprise has no flow for it; offline the check happens when it is sent.
 */
export function ReviewChoice({ draft, open }: StepProps) {
  const { t } = useTranslation('wizard');
  const own = useSession((s) => s.activeUser?.id);
  const { task, signers, documents } = draft;
  const businessType = BUSINESS_TYPES.find((one) => one === task.businessType) ?? '';
  const counterparties = signers
    .filter(({ entId }) => entId !== own)
    .map(({ entName, userName }) => entName || userName)
    .filter(Boolean);
  const preview = useQuery({
    ...queryOf(previewApproval, {
      businessType,
      counterparties,
      flowId: task.examineProcessId,
      ...(task.contractAmount === null ? {} : { contractAmount: task.contractAmount }),
      templates: documents.flatMap(({ template }) =>
        template ? [{ versionId: template.versionId, values: template.values }] : [],
      ),
    }),
    placeholderData: keepPreviousData,
    // Never cached, as approvers change with people and flows.
    gcTime: 0,
    staleTime: 0,
  });
  const { data } = preview;
  if (!data || (data.flows.length === 0 && data.choices.length === 0 && !data.asksAmount)) return null;
  const unread = data.flows.filter((flow) => flow.unread).map(({ name }) => name);
  return (
    <section className={style.review} aria-label={t('review.title')}>
      <h2>{t('review.title')}</h2>
      {data.flows.length > 0 ? (
        <>
          <p>{t('review.needed', { flows: data.flows.map(({ name }) => name).join('、') })}</p>
          <ol className={style.reviewSteps}>
            {data.steps.map((step) => (
              <li key={step.key}>
                <strong>{step.name}</strong>{' '}
                {step.approvers.map(({ name }) => name).join('、') || t('review.nobody')}
                {step.approvers.length > 1 && <span> · {t(`review.mode.${step.mode}`)}</span>}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>{t('review.notNeeded')}</p>
      )}
      {unread.length > 0 && <Notice>{t('review.unread', { flows: unread.join('、') })}</Notice>}
      {data.asksAmount && (
        <AmountField
          label={t('review.amount')}
          hint={t('review.amountHint')}
          value={task.contractAmount}
          onChange={(fen) =>
            setTask(open.doc, { contractAmount: fen === null || Number.isNaN(fen) ? null : fen })
          }
        />
      )}
      {data.withoutApprover.length > 0 && (
        <Notice tone="warning">{t('review.without', { nodes: data.withoutApprover.join('、') })}</Notice>
      )}
      {data.choices.length > 0 && (
        <Select
          label={t('review.choose')}
          value={task.examineProcessId || 'none'}
          onChange={(value) => setTask(open.doc, { examineProcessId: value === 'none' ? '' : value })}
          options={[
            { value: 'none', label: t('review.noneChosen') },
            ...data.choices.map(({ flowId, name }) => ({ value: flowId, label: name })),
          ]}
        />
      )}
    </section>
  );
}
