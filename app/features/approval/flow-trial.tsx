import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApprovalFlow, hasAmount } from '#core/approval/flow.ts';
import { tryFlow } from '#core/approval/flow-calls.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { call } from '../../call.ts';
import { formatMoney } from '../../i18n/format.ts';
import { PersonField } from '../../parts/people/person-field.tsx';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './approval.module.css';

/** Names of the fields whose amounts a flow judges; the typed amount, which has no name, stands in where a field is absent. */
function fieldsOfAmounts(flow: ApprovalFlow | undefined): string[] {
  const judged = flow ? [flow, ...flow.nodes].map(({ when }) => when).filter(hasAmount) : [];
  return [
    ...new Set(judged.flatMap(({ amountField }) => (amountField ? [amountField, ''] : ['']))),
  ].toSorted();
}

/** Shows who would have to approve a contract, according to the flow in the designer. */
export function FlowTrial({ flow }: { flow: ApprovalFlow | undefined }) {
  const { t, i18n } = useTranslation('approval');
  const me = useSession((s) => s.loginUser?.userId) ?? '';
  const [applicantId, setApplicant] = useState(me);
  const [businessType, setType] = useState<(typeof BUSINESS_TYPES)[number]>('PURCHASE');
  const [counterparty, setCounterparty] = useState('');
  const [amounts, setAmounts] = useState<Record<string, string>>({});
  const amountFields = fieldsOfAmounts(flow);
  const trial = useMutation({
    mutationFn: (tried: ApprovalFlow) =>
      call(tryFlow, {
        flow: tried,
        applicantId,
        businessType,
        counterparties: counterparty.trim() ? [counterparty.trim()] : [],
        amounts: amountFields.flatMap((field) => {
          const text = amounts[field]?.trim();
          return text ? [{ field, text }] : [];
        }),
      }),
  });
  const found = trial.data;
  return (
    <div className={style.trial}>
      <div className={style.fields}>
        <PersonField label={t('trial.applicant')} value={applicantId} onChange={setApplicant} />
        <Select
          label={t('field.type')}
          value={businessType}
          onChange={(value) => setType(BUSINESS_TYPES.find((one) => one === value) ?? 'PURCHASE')}
          options={BUSINESS_TYPES.map((one) => ({ value: one, label: t(`ui:businessType.${one}`) }))}
        />
        <TextField
          label={t('trial.counterparty')}
          maxLength={100}
          value={counterparty}
          onChange={setCounterparty}
        />
        {amountFields.map((field) => (
          <TextField
            key={field}
            label={field ? t('trial.fieldAmount', { field }) : t('trial.amount')}
            hint={t('trial.amountHint')}
            maxLength={200}
            value={amounts[field] ?? ''}
            onChange={(text) => setAmounts((old) => ({ ...old, [field]: text }))}
          />
        ))}
      </div>
      <div>
        <Button disabled={!flow} pending={trial.isPending} onClick={() => flow && trial.mutate(flow)}>
          {t('trial.run')}
        </Button>
      </div>
      {found && (
        <div role="status">
          {found.read.map(
            ({ field, fen }) =>
              fen !== null && (
                <p key={field}>
                  {field || t('trial.amount')}{' '}
                  {t('ui:amount.read', { amount: formatMoney(fen / 100, i18n.language) })}
                </p>
              ),
          )}
          {found.unread && <Notice tone="warning">{t('trial.unread')}</Notice>}
          <p>{t(found.applies ? 'trial.applies' : 'trial.appliesNot')}</p>
          <ol>
            {found.steps.map((step) => (
              <li key={step.key}>
                <strong>{step.name}</strong>{' '}
                {step.approvers.map(({ name }) => name).join(t('between')) || t('trial.nobody')}
                {step.approvers.length > 1 && <span className={style.soft}> · {t(`mode.${step.mode}`)}</span>}
              </li>
            ))}
          </ol>
          {found.steps.length === 0 && <p>{t('trial.noSteps')}</p>}
          {found.withoutApprover.length > 0 && (
            <Notice tone="warning">
              {t('trial.without', { nodes: found.withoutApprover.join(t('between')) })}
            </Notice>
          )}
        </div>
      )}
    </div>
  );
}
