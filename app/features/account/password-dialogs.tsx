import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listKeys, resetSignPassword, updatePassword, updateSignPassword } from '#core/account/calls.ts';
import { saveSignPassword } from '#core/identity/calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeRow } from './code-row.tsx';
import { codeRule, newPassword, sameAgain, signPassword } from './rules.ts';
import { sealPassword } from './seal-password.ts';

type Props = { onClose: () => void };

const old = z.string().min(1);
const changeRules = z
  .object({ oldPassword: old, password: newPassword, confirm: z.string(), removeKeys: z.boolean() })
  .superRefine(sameAgain);

/** Changes the login password: the old one, the new one, and its confirmation ([7.8e], [5.7a,b]). */
export function PasswordDialog({ onClose }: Props) {
  const { t } = useTranslation('account');
  const keys = useQuery(queryOf(listKeys, {}));
  const own = (keys.data ?? []).filter(({ kind }) => kind === 'ACCOUNT');
  return (
    <FormDialog
      title={t('password.title')}
      submit={t('save')}
      initial={{ oldPassword: '', password: '', confirm: '', removeKeys: false }}
      rules={changeRules}
      save={async (values) => {
        const oldPassword = await sealPassword(values.oldPassword);
        const password = await sealPassword(values.password);
        return call(updatePassword, { oldPassword, password, removeKeys: values.removeKeys });
      }}
      done={() => t('password.done')}
      calls={[updatePassword]}
      onClose={onClose}
    >
      <PasswordField name="oldPassword" label={t('field.oldPassword')} required />
      <NewPassword maxLength={30} autoComplete="new-password" hint={t('password.hint')} />
      {own.length > 0 && (
        <Checkbox name="removeKeys" hint={t('password.removeKeysHint')}>
          {t('password.removeKeys', { count: own.length })}
        </Checkbox>
      )}
    </FormDialog>
  );
}

const signRules = {
  set: z.object({ authCode: codeRule, password: signPassword, confirm: z.string() }).superRefine(sameAgain),
  change: z.object({ oldPassword: old, password: signPassword, confirm: z.string() }).superRefine(sameAgain),
};

/** [7.8l] Sets the signing password, changes it with the old one, or resets it with a code. */
export function SignPasswordDialog({ way, onClose }: Props & { way: 'set' | 'change' | 'reset' }) {
  const { t } = useTranslation('account');
  const title = t(`sign.${way}Title`);
  type Values = { password: string; authCode?: string; oldPassword?: string };
  const save = async (values: Values) => {
    const oldPassword = way === 'change' ? await sealPassword(values.oldPassword ?? '') : '';
    const password = await sealPassword(values.password);
    const authCode = values.authCode ?? '';
    return way === 'change'
      ? call(updateSignPassword, { oldPassword, password })
      : call(way === 'set' ? saveSignPassword : resetSignPassword, { password, authCode });
  };
  let proof: ReactNode = <PasswordField name="oldPassword" label={t('field.oldPassword')} required />;
  if (way !== 'change') proof = <CodeRow name="authCode" label={t('field.code')} sms="SIGN_PASSWORD" />;
  return (
    <FormDialog<Values>
      title={title}
      submit={t('save')}
      initial={{ oldPassword: '', authCode: '', password: '', confirm: '' }}
      rules={way === 'change' ? signRules.change : signRules.set}
      save={save}
      done={() => t('sign.done')}
      calls={[saveSignPassword]}
      onClose={onClose}
    >
      {proof}
      <NewPassword maxLength={20} autoComplete="off" hint={t('sign.hint')} />
    </FormDialog>
  );
}

type NewProps = { maxLength: number; autoComplete: 'new-password' | 'off'; hint: string };

/** Inputs of a new password and its confirmation. */
function NewPassword({ hint, ...both }: NewProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField name="password" label={t('field.newPassword')} required hint={hint} {...both} />
      <PasswordField name="confirm" label={t('field.confirm')} required {...both} />
    </>
  );
}
