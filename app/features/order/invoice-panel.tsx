import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InvoiceView, OrderDetail } from '#core/order/calls.ts';
import { downloadInvoice, type InvoiceFile, resendInvoice } from '#core/order/invoice-calls.ts';
import { call, callFile, saveFile } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { INVOICE_BADGES } from './badges.ts';
import style from './order.module.css';
import { useMoney } from './use-money.ts';

/** Invoices of an order: amount, recipient, and files of each. */
export function InvoicePanel({ order, readOnly }: { order: OrderDetail; readOnly?: boolean }) {
  const { t } = useTranslation('order');
  if (order.invoices.length === 0) return null;
  return (
    <Panel title={t('detail.invoices')}>
      <ul className={style.list}>
        {order.invoices.map((invoice) => (
          <li key={invoice.invoiceId}>
            <Invoice invoice={invoice} readOnly={readOnly ?? false} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Invoice({ invoice, readOnly }: { invoice: InvoiceView; readOnly: boolean }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const { invoiceId, number, redNumber, status } = invoice;
  const download = useMutation({
    mutationFn: async (format: InvoiceFile) =>
      saveFile(await callFile(downloadInvoice, { invoiceId, format })),
    meta: { failed: t('failed.download') },
  });
  const resend = useMutation({
    mutationFn: () => call(resendInvoice, { invoiceId }),
    onSuccess: () => toast({ tone: 'success', text: t('invoice.resent') }),
  });
  const files: InvoiceFile[] = [
    ...(number ? (['pdf', 'ofd'] as const) : []),
    ...(redNumber ? (['redPdf', 'redOfd'] as const) : []),
  ];
  return (
    <>
      <Facts
        facts={[
          [
            t('field.status'),
            <Badge key="status" {...INVOICE_BADGES[status]}>
              {t(`invoiceState.${status}`)}
            </Badge>,
          ],
          [t('field.invoiceNumber'), number],
          [t('invoice.type'), t(`invoiceType.${invoice.type}`)],
          [t('invoice.titleField'), invoice.title],
          [t('invoice.taxId'), invoice.taxId],
          [t('field.amount'), money(invoice.amountFen)],
          [t('invoice.email'), invoice.email],
          invoice.issueTime !== null && [t('field.issueTime'), formatDateTime(invoice.issueTime)],
          redNumber !== '' && [t('field.redNumber'), redNumber],
          invoice.failure !== '' && [t('field.failure'), invoice.failure],
        ]}
      />
      {!readOnly && files.length > 0 && (
        <div className={style.files}>
          {files.map((file) => (
            <Button
              key={file}
              size="small"
              icon="download"
              pending={download.isPending && download.variables === file}
              onClick={() => download.mutate(file)}
            >
              {t(`file.${file}`)}
            </Button>
          ))}
          {status === 'ISSUED' && (
            <Button size="small" icon="mail" pending={resend.isPending} onClick={() => resend.mutate()}>
              {t('invoice.resend')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
