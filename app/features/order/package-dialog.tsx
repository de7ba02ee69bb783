import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fenOf, yuan } from '#core/order/money.ts';
import { AUDIENCES, MOST_CREDITS, MOST_DAYS, MOST_FEN } from '#core/order/packages.ts';
import { type PackageRow, savePackage } from '#core/order/platform-calls.ts';
import { GOODS_KINDS } from '#core/order/states.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

const rules = z.object({
  goods: z.enum(GOODS_KINDS),
  name: z.string().trim().min(1).max(40),
  quantity: z.number().int().min(1).max(MOST_CREDITS),
  price: z.string().refine((text) => (fenOf(text) ?? 0) >= 1 && (fenOf(text) ?? 0) <= MOST_FEN, {
    message: 'order:rule.price',
  }),
  validDays: z.number().int().min(1).max(MOST_DAYS).nullable(),
  audience: z.enum(AUDIENCES),
});
type Values = z.output<typeof rules>;

/** Adds or changes a package; orders already placed keep their price. */
export function PackageDialog({ row, onClose }: { row?: PackageRow; onClose: () => void }) {
  const { t } = useTranslation('order');
  return (
    <FormDialog<Values>
      title={t(row ? 'packages.editTitle' : 'packages.addTitle', { name: row?.name ?? '' })}
      submit={t('packages.save')}
      initial={
        row
          ? {
              goods: row.goods,
              name: row.name,
              quantity: row.quantity,
              price: yuan(row.priceFen),
              validDays: row.validDays,
              audience: row.audience,
            }
          : { goods: 'COPIES', name: '', quantity: null, price: '', validDays: 365, audience: 'ALL' }
      }
      rules={rules}
      save={({ price, ...form }) =>
        call(savePackage, {
          ...(row ? { packageId: row.packageId, version: row.version } : {}),
          form: { ...form, priceFen: fenOf(price) ?? 0 },
        })
      }
      done={({ name }) => t('packages.saved', { name })}
      onClose={onClose}
      calls={[savePackage]}
    >
      {(form) => (
        <>
          <RadioGroup
            name="goods"
            label={t('packages.goods')}
            required
            options={GOODS_KINDS.map((kind) => ({ value: kind, label: t(`goods.${kind}`) }))}
          />
          <TextField name="name" label={t('packages.name')} required maxLength={40} />
          <NumberField name="quantity" label={t('packages.quantity')} required min={1} max={MOST_CREDITS} />
          <TextField
            name="price"
            label={t('packages.price')}
            required
            inputMode="decimal"
            maxLength={12}
            hint={t('packages.priceHint')}
          />
          {form.values.goods === 'COPIES' && (
            <NumberField
              name="validDays"
              label={t('packages.validDays')}
              min={1}
              max={MOST_DAYS}
              unit={t('packages.day')}
              hint={t('packages.validHint')}
            />
          )}
          <Select
            name="audience"
            label={t('packages.audience')}
            required
            options={AUDIENCES.map((one) => ({ value: one, label: t(`audience.${one}`) }))}
          />
          {row && <Notice tone="info">{t('packages.newVersion')}</Notice>}
        </>
      )}
    </FormDialog>
  );
}
