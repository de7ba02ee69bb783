import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { getOrder, REFUND_DESCRIPTION, REFUND_REASON, requestRefund } from '#core/order/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMoney } from './use-money.ts';

type Kind = 'WHOLE' | 'UNUSED';

const rulesFor = (kinds: readonly Kind[]) =>
  z.object({
    kind: z.enum(kinds),
    reason: z.string().trim().min(1).max(REFUND_REASON),
    description: z.string().trim().min(1).max(REFUND_DESCRIPTION),
  });
type Values = z.output<ReturnType<typeof rulesFor>>;

type Props = { row: { orderId: string; orderNumber: string }; onClose: () => void };

/** Requests a refund: the part with its current amount, the reason, and a remark. */
export function RefundDialog({ row, onClose }: Props) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const query = useQuery(queryOf(getOrder, { orderId: row.orderId }));
  // Waits for fresh amounts instead of using cached ones. Once shown, the form is not replaced while typing.
  const [shown, setShown] = useState(false);
  if (!shown && query.data !== undefined && !query.isFetching) setShown(true);
  const quotes = { WHOLE: query.data?.refundable.whole, UNUSED: query.data?.refundable.unused };
  const kinds = (['WHOLE', 'UNUSED'] as const).filter((kind) => quotes[kind]);
  return (
    <FormDialog<Values>
      title={t('refund.title', { order: row.orderNumber })}
      submit={t('refund.submit')}
      initial={{ kind: kinds[0] ?? '', reason: '', description: '' }}
      rules={rulesFor(kinds)}
      needs={{
        ready: shown,
        error: query.error,
        again: () => void query.refetch(),
      }}
      buttons={{ save: kinds.length > 0, cancel: true }}
      save={({ kind, reason, description }) =>
        call(requestRefund, {
          orderId: row.orderId,
          kind,
          amountFen: quotes[kind]?.amountFen ?? 1,
          reason,
          description,
        })
      }
      failed={t('failed.refund')}
      done={() => t('refund.done')}
      onClose={onClose}
      calls={[requestRefund]}
    >
      {kinds.length === 0 ? (
        <Notice tone="info">{t('refund.nothing')}</Notice>
      ) : (
        <>
          <RadioGroup
            name="kind"
            label={t('refund.kind')}
            required
            column
            options={kinds.map((kind) => {
              const { amountFen, copies } = quotes[kind]!;
              return {
                value: kind,
                label: `${t(`refundKind.${kind}`)} · ${money(amountFen)}`,
                ...(copies > 0 ? { hint: t('refund.copies', { n: copies }) } : {}),
              };
            })}
          />
          <TextField name="reason" label={t('refund.reason')} required maxLength={REFUND_REASON} />
          <TextArea
            name="description"
            label={t('refund.description')}
            required
            maxLength={REFUND_DESCRIPTION}
          />
          {query.data?.invoiceStatus === 'ISSUED' && <Notice tone="warning">{t('refund.invoice')}</Notice>}
        </>
      )}
    </FormDialog>
  );
}
