import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getInvoiceForm, requestInvoice } from '#core/order/invoice-calls.ts';
import { type InvoiceForm, invoiceForm } from '#core/order/invoice-form.ts';
import { INVOICE_TYPES } from '#core/order/states.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

type Props = { row: { orderId: string; orderNumber: string }; onClose: () => void };

/** Requests an invoice; prefilled with the data of the verified enterprise ([3.18c]). */
export function InvoiceDialog({ row, onClose }: Props) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const query = useQuery(queryOf(getInvoiceForm, { orderId: row.orderId }));
  const { amountFen = 0, ...known } = query.data ?? {};
  return (
    <FormDialog<InvoiceForm>
      title={t('invoice.title', { order: row.orderNumber })}
      submit={t('invoice.submit')}
      wide
      initial={known}
      rules={invoiceForm}
      needs={{ ready: query.data !== undefined, error: query.error, again: () => void query.refetch() }}
      save={(form) => call(requestInvoice, { orderId: row.orderId, form })}
      failed={t('failed.invoice')}
      done={() => t('invoice.done')}
      onClose={onClose}
      calls={[requestInvoice]}
    >
      {(form) => (
        <>
          <p className={style.total}>
            <span>{t('invoice.amount')}</span>
            <strong>{money(amountFen)}</strong>
          </p>
          <RadioGroup
            name="type"
            label={t('invoice.type')}
            required
            options={INVOICE_TYPES.map((type) => ({ value: type, label: t(`invoiceType.${type}`) }))}
          />
          <TextField name="title" label={t('invoice.titleField')} required maxLength={100} />
          <TextField name="taxId" label={t('invoice.taxId')} required maxLength={20} />
          <TextField name="contact" label={t('invoice.contact')} required maxLength={50} />
          <TextField name="email" label={t('invoice.email')} required type="email" maxLength={254} />
          <TextField name="phone" label={t('invoice.phone')} required type="tel" maxLength={20} />
          <TextField name="address" label={t('invoice.address')} required maxLength={100} />
          {form.values.type === 'SPECIAL' && (
            <>
              <TextField
                name="registeredAddress"
                label={t('invoice.registeredAddress')}
                required
                maxLength={100}
              />
              <TextField
                name="registeredPhone"
                label={t('invoice.registeredPhone')}
                required
                type="tel"
                maxLength={20}
              />
              <TextField name="bankName" label={t('invoice.bankName')} required maxLength={60} />
              <TextField name="bankAccount" label={t('invoice.bankAccount')} required maxLength={40} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
