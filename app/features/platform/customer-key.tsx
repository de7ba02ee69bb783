import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ALGORITHMS } from '#core/sso/calls.ts';
import { changeCustomerKey, KEEP_HOURS } from '#core/sso/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isPublicKey } from './customer-rules.ts';

type Props = {
  customer: { customerId: string; name: string; algorithm: (typeof ALGORITHMS)[number] };
  onClose: () => void;
  /** Called with the new shared key, to show it once; '' if the customer has its own key pair. */
  onKey: (key: string) => void;
  onSettled: () => unknown;
};

/** Rotates the key of a customer's system; sets how long the old one stays valid. */
export function CustomerKey({ customer, onClose, onKey, onSettled }: Props) {
  const { t } = useTranslation('platform');
  const { fields, proven } = useProvenForm('SSO_CUSTOMER');
  const own = customer.algorithm === 'EdDSA';
  const title = t('sso.changeKeyOf', { name: customer.name });
  const rules = z.object({
    keep: z.enum(KEEP_HOURS.map(String) as [string, ...string[]]),
    publicKey: z
      .string()
      .trim()
      .refine((key) => !own || isPublicKey(key), 'platform:sso.badKey'),
  });
  return (
    <FormDialog
      title={title}
      submit={t('sso.changeKey')}
      initial={{ keep: '24', publicKey: '' }}
      rules={rules}
      save={({ keep, publicKey }) =>
        proven((proof) =>
          call(changeCustomerKey, {
            customerId: customer.customerId,
            keepHours: KEEP_HOURS.find((hours) => String(hours) === keep) ?? 0,
            ...(own ? { publicKey } : {}),
            proof,
          }),
        )
      }
      done={() => t('sso.keyChanged')}
      onSaved={(_, changed) => changed && onKey(changed.key)}
      onClose={onClose}
      onSettled={onSettled}
    >
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
      {fields}
    </FormDialog>
  );
}
