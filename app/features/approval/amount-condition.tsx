import { useTranslation } from 'react-i18next';
import type { Conditions } from '#core/approval/flow.ts';
import { LIMITS } from '#core/config/limits.ts';
import { formatMoney } from '../../i18n/format.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Keeps the other conditions; an emptied part is left out. */
const withPart = (when: Conditions, part: Partial<Conditions>): Conditions => {
  const all = { ...when, ...part };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
};

/** The amounts for which a flow or a node asks, and the field that has them. */
export function AmountCondition({
  when,
  onChange,
}: {
  when: Conditions;
  onChange: (when: Conditions) => void;
}) {
  const { t } = useTranslation('approval');
  const { amountFrom, amountTo } = when;
  const isBelow = amountFrom !== undefined && amountTo !== undefined && amountTo < amountFrom;
  const lacksBounds = !!when.amountField && amountFrom === undefined && amountTo === undefined;
  return (
    <>
      <AmountField
        label={t('amount.from')}
        hint={t('amount.fromHint')}
        value={amountFrom ?? null}
        error={lacksBounds ? t('flow.needed') : undefined}
        onChange={(fen) => onChange(withPart(when, { amountFrom: fen ?? undefined }))}
      />
      <AmountField
        label={t('amount.to')}
        hint={t('amount.toHint')}
        value={amountTo ?? null}
        error={isBelow ? t('amount.below') : undefined}
        onChange={(fen) => onChange(withPart(when, { amountTo: fen ?? undefined }))}
      />
      <TextField
        label={t('amount.field')}
        hint={t('amount.fieldHint')}
        maxLength={LIMITS.templateFieldName}
        value={when.amountField ?? ''}
        onChange={(amountField) => onChange(withPart(when, { amountField }))}
      />
    </>
  );
}

/** A condition on amounts in words; empty where there is none. */
export function useAmountText(): (when: Conditions) => string {
  const { t, i18n } = useTranslation('approval');
  const money = (fen: number) => formatMoney(fen / 100, i18n.language);
  return ({ amountField, amountFrom, amountTo }) => {
    const field = amountField || t('amount.typed');
    if (amountFrom !== undefined && amountTo !== undefined)
      return t('amount.between', { field, from: money(amountFrom), to: money(amountTo) });
    if (amountFrom !== undefined) return t('amount.least', { field, from: money(amountFrom) });
    return amountTo === undefined ? '' : t('amount.most', { field, to: money(amountTo) });
  };
}
