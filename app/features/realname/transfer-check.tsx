import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import { confirmEntTransfer, type getEntAuth } from '#core/realname/enterprise-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './realname.module.css';

type Transfer = NonNullable<OutputOf<typeof getEntAuth>['transfer']>;
const rules = z.object({
  amount: z
    .string()
    .trim()
    .regex(/^0?\.\d{1,2}$/, { message: 'realname:rule.amount' }),
});

/** Asks which amount arrived, 0.01 to 0.99 yuan, and shows the remaining attempts ([2.21a]). */
export function TransferCheck({
  applicationId,
  transfer,
  onDone,
}: {
  applicationId: string;
  transfer: Transfer;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation('realname');
  return (
    <Form<{ amount: string }>
      wide
      label={t('transfer.title')}
      initial={{ amount: '' }}
      rules={rules}
      onSubmit={async ({ amount }) => {
        const body = await call(confirmEntTransfer, { applicationId, amount });
        // Refetch first, so that the page and the message show the same number of remaining attempts.
        await onDone();
        return body;
      }}
    >
      {(form) => (
        <div className={style.wide}>
          <h2>{t('transfer.title')}</h2>
          <p className={style.soft}>
            {t('transfer.text', { bank: transfer.bankName, account: transfer.account })}
          </p>
          <div className={style.amount}>
            <TextField
              name="amount"
              label={t('transfer.amount')}
              required
              inputMode="decimal"
              placeholder="0.00"
              maxLength={4}
              tail={t('transfer.yuan')}
              hint={t('transfer.left', { count: transfer.left, time: formatDateTime(transfer.expiresAt) })}
            />
          </div>
          <div className={style.row}>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('transfer.confirm')}
            </Button>
          </div>
        </div>
      )}
    </Form>
  );
}
