import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { GIFT_MOST, giveCredits } from '#core/credit/calls.ts';
import type { PlatformEnterprise } from '#core/platform/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { dayEnd } from '../../ui/table/day-range.ts';
import { TextArea } from '../../ui/text-area.tsx';

const rules = z.object({
  quantity: z.number().int().min(1).max(GIFT_MOST),
  day: z.string(),
  reason: z.string().trim().min(1).max(200),
});
type Values = z.output<typeof rules>;

type Props = { row: PlatformEnterprise; onClose: () => void };

/** Grants copies to an enterprise, with an optional expiry date and a reason, which both sides can read. */
export function GiveDialog({ row, onClose }: Props) {
  const { t } = useTranslation('platform');
  const today = new Date();
  const min = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`;
  return (
    <FormDialog<Values>
      title={t('give.title', { name: row.entName })}
      submit={t('give.submit')}
      initial={{ quantity: null, day: '', reason: '' }}
      rules={rules}
      save={({ quantity, day, reason }) =>
        call(giveCredits, { entId: row.entId, quantity, reason, expireTime: dayEnd(day) ?? null })
      }
      done={({ quantity }) => t('give.done', { name: row.entName, n: quantity })}
      onClose={onClose}
      calls={[giveCredits]}
    >
      <NumberField
        name="quantity"
        label={t('give.quantity')}
        required
        min={1}
        max={GIFT_MOST}
        unit={t('give.unit')}
      />
      <DatePicker name="day" label={t('give.day')} min={min} hint={t('give.dayHint')} />
      <TextArea name="reason" label={t('give.reason')} required maxLength={200} />
    </FormDialog>
  );
}
