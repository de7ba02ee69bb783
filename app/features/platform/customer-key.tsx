import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ALGORITHMS } from '#core/sso/calls.ts';
import { changeCustomerKey, KEEP_HOURS } from '#core/sso/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isPublicKey } from './customer-rules.ts';

type Props = {
  customer: { customerId: string; name: string; algorithm: (typeof ALGORITHMS)[number] };
  onClose: () => void;
  /** The new shared key, to be shown once; '' where the customer has its own. */
  onDone: (key: string) => void;
};

/** Gives a customer's system another key, and says how long the one before stays good. */
export function CustomerKey({ customer, onClose, onDone }: Props) {
  const { t } = useTranslation('platform');
  const id = useId();
  const [pending, setPending] = useState(false);
  const own = customer.algorithm === 'EdDSA';
  const title = t('sso.changeKeyOf', { name: customer.name });
  const rules = z.object({
    keep: z.enum(KEEP_HOURS.map(String) as [string, ...string[]]),
    publicKey: z
      .string()
      .trim()
      .refine((key) => !own || isPublicKey(key), 'platform:sso.badKey'),
  });
  async function send({ keep, publicKey }: z.output<typeof rules>) {
    setPending(true);
    try {
      const keepHours = KEEP_HOURS.find((hours) => String(hours) === keep) ?? 0;
      const { key } = await call(changeCustomerKey, {
        customerId: customer.customerId,
        keepHours,
        ...(own ? { publicKey } : {}),
      });
      onDone(key);
    } finally {
      setPending(false);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} pending={pending}>
            {t('sso.changeKey')}
          </Button>
        </>
      }
    >
      <Form id={id} initial={{ keep: '24', publicKey: '' }} rules={rules} onSubmit={send} label={title}>
        {() => (
          <>
            {own && (
              <TextField
                name="publicKey"
                label={t('sso.publicKey')}
                hint={t('sso.publicKeyHint')}
                required
                maxLength={43}
              />
            )}
            <RadioGroup
              name="keep"
              label={t('sso.formerKey')}
              required
              column
              options={KEEP_HOURS.map((hours) => ({
                value: String(hours),
                label: t(`sso.keepHours.${hours}`),
              }))}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
