import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import { type getFirmLogin, MAIL_DOMAIN, MOST_DOMAINS, saveFirmLogin } from '#core/sso/firm-calls.ts';
import { isCustomerPath } from '#core/sso/pages.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useProvenForm } from '../../parts/proof/use-proven-form.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const rules = z.object({
  path: z.string().trim().toLowerCase().refine(isCustomerPath, 'firm:badPath'),
  issuer: z.string().trim().min(1).max(300),
  clientId: z.string().trim().min(1).max(200),
  clientSecret: z.string().max(500),
  domains: z
    .string()
    .transform((text) =>
      text
        .split('\n')
        .map((line) => line.trim().toLowerCase())
        .filter((line) => line !== ''),
    )
    .refine(
      (all) => all.length > 0 && all.length <= MOST_DOMAINS && all.every((one) => MAIL_DOMAIN.test(one)),
      'firm:badDomain',
    ),
  enabled: z.boolean(),
});

interface Props {
  config: UseQueryResult<OutputOf<typeof getFirmLogin>>;
  onClose: () => void;
  onSettled: () => unknown;
}

/** Configures the provider; enabling it takes a second proof. The secret is never shown again; if left empty, it stays unchanged. */
export function FirmForm({ config, onClose, onSettled }: Props) {
  const { t } = useTranslation('firm');
  const { fields, proven } = useProvenForm('FIRM_LOGIN');
  const before = config.data?.provider;
  return (
    <FormDialog
      title={t(before ? 'change' : 'setUp')}
      submit={t('save')}
      initial={{
        path: before?.path ?? '',
        issuer: before?.issuer ?? '',
        clientId: before?.clientId ?? '',
        clientSecret: '',
        domains: before?.domains.join('\n') ?? '',
        enabled: before?.enabled ?? true,
      }}
      rules={rules}
      needs={{ ready: !config.isPending, error: config.error, again: () => void config.refetch() }}
      save={(values) =>
        values.enabled
          ? proven((proof) => call(saveFirmLogin, { ...values, proof }))
          : call(saveFirmLogin, values)
      }
      done={() => t('saved')}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form) => (
        <>
          <Facts facts={[[t('redirectUri'), config.data?.redirectUri ?? '']]} />
          <TextField
            name="path"
            label={t('path')}
            hint={t('ownPathHint')}
            required
            maxLength={31}
            autoFocus
          />
          <TextField name="issuer" label={t('issuer')} hint={t('issuerHint')} required maxLength={300} />
          <TextField name="clientId" label={t('clientId')} required maxLength={200} />
          <PasswordField
            name="clientSecret"
            label={t('clientSecret')}
            autoComplete="off"
            {...(before ? { hint: t('secretHint') } : { required: true })}
          />
          <TextArea name="domains" label={t('domains')} hint={t('domainsHint')} rows={2} required />
          <Checkbox name="enabled">{t('enabled')}</Checkbox>
          {form.values.enabled && fields}
        </>
      )}
    </FormDialog>
  );
}
