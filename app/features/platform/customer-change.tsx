import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeCustomer } from '#core/sso/calls.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addressLines, customerName } from './customer-rules.ts';

const rules = z.object({ name: customerName, addresses: addressLines });

type Props = {
  customer: { customerId: string; name: string; returnAddresses: readonly string[] };
  onClose: () => void;
  onDone: () => void;
};

/** Changes what may change of a customer's system: its name and where its sessions may return to. */
export function CustomerChange({ customer, onClose, onDone }: Props) {
  const { t } = useTranslation('platform');
  const id = useId();
  const [pending, setPending] = useState(false);
  async function send({ name, addresses }: z.output<typeof rules>) {
    setPending(true);
    try {
      await call(changeCustomer, {
        customerId: customer.customerId,
        name,
        returnAddresses: addresses,
      });
      onDone();
    } finally {
      setPending(false);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={t('sso.changeTitle')}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} pending={pending}>
            {t('sso.saveChange')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        initial={{ name: customer.name, addresses: customer.returnAddresses.join('\n') }}
        rules={rules}
        onSubmit={send}
        label={t('sso.changeTitle')}
      >
        {() => (
          <>
            <TextField name="name" label={t('sso.name')} required maxLength={100} autoFocus />
            <TextArea name="addresses" label={t('sso.returnAddresses')} hint={t('sso.changeHint')} required />
          </>
        )}
      </Form>
    </Dialog>
  );
}
