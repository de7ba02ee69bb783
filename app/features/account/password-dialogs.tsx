import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listKeys, resetSignPassword, updatePassword, updateSignPassword } from '#core/account/calls.ts';
import { saveSignPassword } from '#core/identity/calls.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import style from './account.module.css';
import { CodeRow } from './code-row.tsx';
import { codeRule, newPassword, sameAgain, signPassword } from './rules.ts';
import { sealPassword } from './seal-password.ts';

type Props = { onClose: () => void };

const old = z.string().min(1);
const changeRules = z
  .object({ oldPassword: old, password: newPassword, confirm: z.string(), removeKeys: z.boolean() })
  .superRefine(sameAgain);

/** [7.8e] [5.7a,b] */
export function PasswordDialog({ onClose }: Props) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const keys = useQuery(queryOf(listKeys, {}));
  const own = (keys.data ?? []).filter(({ kind }) => kind === 'ACCOUNT');
  return (
    <Dialog open onClose={onClose} title={t('password.title')}>
      <Form
        initial={{ oldPassword: '', password: '', confirm: '', removeKeys: false }}
        rules={changeRules}
        label={t('password.title')}
        onSubmit={async (values) => {
          const oldPassword = await sealPassword(values.oldPassword);
          const password = await sealPassword(values.password);
          const body = await call(updatePassword, { oldPassword, password, removeKeys: values.removeKeys });
          if (!isGood(body)) return body;
          toast({ tone: 'success', text: t('password.done') });
          await refresh(updatePassword);
          onClose();
        }}
      >
        {(form) => (
          <>
            <PasswordField name="oldPassword" label={t('field.oldPassword')} required />
            <NewPassword maxLength={30} autoComplete="new-password" hint={t('password.hint')} />
            {own.length > 0 && (
              <Checkbox name="removeKeys" hint={t('password.removeKeysHint')}>
                {t('password.removeKeys', { count: own.length })}
              </Checkbox>
            )}
            <Foot pending={form.submitting} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const signRules = {
  set: z.object({ authCode: codeRule, password: signPassword, confirm: z.string() }).superRefine(sameAgain),
  change: z.object({ oldPassword: old, password: signPassword, confirm: z.string() }).superRefine(sameAgain),
};

/** [7.8l] Sets the signing password, changes it by the old one, or sets it anew by a code. */
export function SignPasswordDialog({ way, onClose }: Props & { way: 'set' | 'change' | 'reset' }) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const title = t(`sign.${way}Title`);
  type Values = { password: string; authCode?: string; oldPassword?: string };
  const submit = async (values: Values) => {
    const oldPassword = way === 'change' ? await sealPassword(values.oldPassword ?? '') : '';
    const password = await sealPassword(values.password);
    const authCode = values.authCode ?? '';
    const body =
      way === 'change'
        ? await call(updateSignPassword, { oldPassword, password })
        : await call(way === 'set' ? saveSignPassword : resetSignPassword, { password, authCode });
    if (!isGood(body)) return body;
    toast({ tone: 'success', text: t('sign.done') });
    await refresh(saveSignPassword);
    onClose();
  };
  let proof: ReactNode = <PasswordField name="oldPassword" label={t('field.oldPassword')} required />;
  if (way !== 'change') proof = <CodeRow name="authCode" label={t('field.code')} sms="SIGN_PASSWORD" />;
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form<Values>
        initial={{ oldPassword: '', authCode: '', password: '', confirm: '' }}
        rules={way === 'change' ? signRules.change : signRules.set}
        label={title}
        onSubmit={submit}
      >
        {(form) => (
          <>
            {proof}
            <NewPassword maxLength={20} autoComplete="off" hint={t('sign.hint')} />
            <Foot pending={form.submitting} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

type NewProps = { maxLength: number; autoComplete: 'new-password' | 'off'; hint: string };

/** A new password, twice. */
function NewPassword({ hint, ...both }: NewProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField name="password" label={t('field.newPassword')} required hint={hint} {...both} />
      <PasswordField name="confirm" label={t('field.confirm')} required {...both} />
    </>
  );
}

/** The buttons of a form in a dialog. */
export function Foot({ pending, onClose }: Props & { pending: boolean }) {
  const { t } = useTranslation('account');
  return (
    <div className={style.foot}>
      <Button onClick={onClose}>{t('ui:cancel')}</Button>
      <Button type="submit" kind="primary" pending={pending}>
        {t('save')}
      </Button>
    </div>
  );
}
