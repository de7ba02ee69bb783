import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeCustomer } from '#core/sso/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addressLines, customerName } from './customer-rules.ts';

const rules = z.object({ name: customerName, addresses: addressLines });

type Props = {
  customer: { customerId: string; name: string; returnAddresses: readonly string[] };
  onClose: () => void;
  onSettled: () => unknown;
};

/** Edits a customer's system: its name and the addresses that sessions may return to. */
export function CustomerChange({ customer, onClose, onSettled }: Props) {
  const { t } = useTranslation('platform');
  return (
    <FormDialog
      title={t('sso.changeTitle')}
      submit={t('sso.saveChange')}
      initial={{ name: customer.name, addresses: customer.returnAddresses.join('\n') }}
      rules={rules}
      save={({ name, addresses }) =>
        call(changeCustomer, { customerId: customer.customerId, name, returnAddresses: addresses })
      }
      done={() => t('sso.changed')}
      onClose={onClose}
      onSettled={onSettled}
    >
      <TextField name="name" label={t('sso.name')} required maxLength={100} autoFocus />
      <TextArea name="addresses" label={t('sso.returnAddresses')} hint={t('sso.changeHint')} required />
    </FormDialog>
  );
}
