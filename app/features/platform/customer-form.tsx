import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listEnterpriseTreeSimple } from '#core/company/calls.ts';
import { ALGORITHMS, saveCustomer } from '#core/sso/calls.ts';
import { isCustomerPath } from '#core/sso/pages.ts';
import { enterpriseName } from '#core/validate/rules.ts';

import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import type { FormState } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NewCustomer } from './customer-facts.tsx';
import { addressLines, customerName, isPublicKey } from './customer-rules.ts';

const rules = z
  .object({
    name: customerName,
    path: z.string().trim().refine(isCustomerPath, 'platform:sso.badPath'),
    entName: enterpriseName(),
    algorithm: z.enum(ALGORITHMS),
    publicKey: z.string().trim(),
    addresses: addressLines,
  })
  .refine(({ algorithm, publicKey }) => algorithm !== 'EdDSA' || isPublicKey(publicKey), {
    path: ['publicKey'],
    message: 'platform:sso.badKey',
  });
type Values = z.output<typeof rules>;

const NOTHING = { name: '', path: '', entName: '', algorithm: 'HS256', publicKey: '', addresses: '' };

/** Id of the enterprise with exactly this name, or null; uses the same look-up as joining an enterprise. */
async function lookUp(text: string): Promise<string | null> {
  const name = enterpriseName().safeParse(text);
  if (!name.success) return null;
  const list = await call(listEnterpriseTreeSimple, {
    nodeName: name.data,
    nodeTypes: 'ENTERPRISE-ENTERPRISE',
  });
  return list[0]?.relationId ?? null;
}

type Props = { onClose: () => void; onMade: (made: NewCustomer) => void; onSettled: () => unknown };

/** Registers a customer's system, which takes a second proof. */
export function CustomerForm({ onClose, onMade, onSettled }: Props) {
  const { t } = useTranslation('platform');
  const { fields, proven } = useProvenForm('SSO_CUSTOMER');
  /** The last text that was looked up, and whether it was found. */
  const [looked, setLooked] = useState({ text: '', found: false });

  async function check(text: string) {
    if (!enterpriseName().safeParse(text).success) return;
    // An error is ignored here and shown on submit, since this runs on blur.
    const entId = await lookUp(text).catch(() => undefined);
    if (entId !== undefined) setLooked({ text, found: entId !== null });
  }

  async function save({ entName, addresses, publicKey, ...values }: Values, form: FormState) {
    const entId = await lookUp(entName);
    if (!entId) {
      setLooked({ text: String(form.values.entName), found: false });
      return false;
    }
    return proven((proof) =>
      call(saveCustomer, {
        ...values,
        entId,
        returnAddresses: addresses,
        ...(values.algorithm === 'EdDSA' ? { publicKey } : {}),
        proof,
      }),
    );
  }

  return (
    <FormDialog
      title={t('sso.add')}
      submit={t('sso.save')}
      initial={NOTHING}
      rules={rules}
      save={save}
      onSaved={({ name, path }, made) => made && onMade({ ...made, name, path })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form) => {
        const text = String(form.values.entName);
        const answered = text !== '' && looked.text === text;
        return (
          <>
            <TextField name="name" label={t('sso.name')} required maxLength={100} autoFocus />
            <TextField name="path" label={t('sso.path')} hint={t('sso.pathHint')} required maxLength={31} />
            <TextField
              name="entName"
              label={t('sso.enterprise')}
              hint={t(answered && looked.found ? 'sso.entFound' : 'sso.entHint')}
              {...(answered && !looked.found ? { error: t('error:ENTERPRISE_NOT_FOUND') } : {})}
              required
              maxLength={100}
              icon="building"
              onBlur={() => void check(text)}
            />
            <RadioGroup
              name="algorithm"
              label={t('sso.algorithm')}
              required
              column
              options={ALGORITHMS.map((value) => ({ value, label: value, hint: t(`sso.by.${value}`) }))}
            />
            {form.values.algorithm === 'EdDSA' && (
              <TextField
                name="publicKey"
                label={t('sso.publicKey')}
                hint={t('sso.publicKeyHint')}
                required
                maxLength={43}
              />
            )}
            <TextArea
              name="addresses"
              label={t('sso.returnAddresses')}
              hint={t('sso.addressesHint')}
              required
            />
            {fields}
          </>
        );
      }}
    </FormDialog>
  );
}
