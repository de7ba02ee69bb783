import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeWebhook, saveWebhook } from '#core/webhook/calls.ts';
import { WEBHOOK_EVENTS } from '#core/webhook/events.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './webhook.module.css';
import { type WebhookRow, wordOf } from './webhook-row.ts';

const rules = z
  .object({ address: z.string().trim().min(1).max(300), events: z.record(z.string(), z.boolean()) })
  .transform(({ address, events }) => ({
    address,
    events: WEBHOOK_EVENTS.filter((event) => events[wordOf(event)]),
  }))
  .refine(({ events }) => events.length > 0, {
    path: ['events', wordOf(WEBHOOK_EVENTS[0])],
    message: 'webhook:needEvent',
  });

type Props = {
  /** The webhook to change; undefined to create one. */
  row?: WebhookRow;
  onClose: () => void;
  onMade?: (made: { address: string; secret: string }) => void;
  onSettled: () => unknown;
};

/** Creates a webhook, or changes its address and events, after a second proof of who does. */
export function WebhookForm({ row, onClose, onMade, onSettled }: Props) {
  const { t } = useTranslation('webhook');
  const { fields, proven } = useProvenForm('WEBHOOK');
  const chosen = row?.events ?? WEBHOOK_EVENTS;
  return (
    <FormDialog
      title={t(row ? 'changeTitle' : 'add')}
      submit={t('save')}
      initial={{
        address: row?.address ?? '',
        events: Object.fromEntries(chosen.map((event) => [wordOf(event), true])),
      }}
      rules={rules}
      save={(values) =>
        proven(async (proof) => {
          if (!row) return call(saveWebhook, { ...values, proof });
          await call(changeWebhook, { webhookId: row.webhookId, ...values, proof });
          return null;
        })
      }
      done={() => (row ? t('changed') : undefined)}
      onSaved={({ address }, made) => made && onMade?.({ address, secret: made.secret })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <TextField
        name="address"
        label={t('address')}
        hint={t('addressHint')}
        required
        maxLength={300}
        autoFocus
      />
      <fieldset className={style.choices}>
        <legend>{t('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} name={`events.${wordOf(event)}`} hint={event}>
            {t(`event.${wordOf(event)}`)}
          </Checkbox>
        ))}
      </fieldset>
      {fields}
    </FormDialog>
  );
}
