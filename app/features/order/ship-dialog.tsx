import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { shipOrder } from '#core/order/platform-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

const rules = z.object({
  carrier: z.string().trim().min(1).max(30),
  trackingNumber: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z-]{5,40}$/, { message: 'order:rule.tracking' }),
});
type Values = z.output<typeof rules>;

/** Records the carrier and the tracking number of shipped goods. */
export function ShipDialog(props: { row: { orderId: string; orderNumber: string }; onClose: () => void }) {
  const { t } = useTranslation('order');
  const { orderId, orderNumber } = props.row;
  return (
    <FormDialog<Values>
      title={t('ship.title', { order: orderNumber })}
      submit={t('ship.submit')}
      initial={{ carrier: '', trackingNumber: '' }}
      rules={rules}
      save={(values) => call(shipOrder, { orderId, ...values })}
      done={() => t('ship.done')}
      onClose={props.onClose}
      calls={[shipOrder]}
    >
      <TextField name="carrier" label={t('ship.carrier')} required maxLength={30} />
      <TextField name="trackingNumber" label={t('ship.number')} required maxLength={40} />
    </FormDialog>
  );
}
