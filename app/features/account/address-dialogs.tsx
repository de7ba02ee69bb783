import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { updateMail, updateMobile } from '#core/account/calls.ts';
import { email, mobile } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CodeRow } from './code-row.tsx';
import { codeRule } from './rules.ts';

type Props = {
  /** Masked number of the account, or the address of one without a number. */
  current: string;
  onClose: () => void;
};

/** What the code to the present number is called; of an account without one, to its address. */
const oldCode = (t: TFunction<'account'>, current: string): string =>
  t(current.includes('@') ? 'field.oldMailCode' : 'field.oldCode', { mobile: current });

const mobileRules = z.object({ checkCode: codeRule, mobile: mobile(), authCode: codeRule });

/** [7.8c] [5.8c] Changes the mobile: a code to the old number authorizes it, a code to the new one verifies that. */
export function MobileDialog({ current, onClose }: Props) {
  const { t } = useTranslation('account');
  const isFirst = current.includes('@');
  return (
    <FormDialog
      title={t(isFirst ? 'mobile.bind' : 'mobile.title')}
      submit={t('save')}
      initial={{ checkCode: '', mobile: '', authCode: '' }}
      rules={mobileRules}
      save={(values) => call(updateMobile, values)}
      done={() => t(isFirst ? 'mobile.bound' : 'mobile.done')}
      calls={[updateMobile]}
      onClose={onClose}
    >
      <CodeRow name="checkCode" label={oldCode(t, current)} sms="CHECK_MOBILE" />
      <MobileField
        name="mobile"
        label={t(isFirst ? 'field.mobile' : 'field.newMobile')}
        required
        autoComplete="tel"
      />
      <CodeRow
        name="authCode"
        label={t(isFirst ? 'field.mobileCode' : 'field.newCode')}
        sms="UPDATE_MOBILE"
        to="mobile"
      />
    </FormDialog>
  );
}

const mailRules = z.object({ checkCode: codeRule, mail: email(), authCode: codeRule });

/** [7.8i] Changes the mail address: a code to the mobile (`current`) authorizes it, one to the address verifies it. */
export function MailDialog({ current, onClose }: Props) {
  const { t } = useTranslation('account');
  return (
    <FormDialog
      title={t('mail.title')}
      submit={t('save')}
      initial={{ checkCode: '', mail: '', authCode: '' }}
      rules={mailRules}
      save={(values) => call(updateMail, values)}
      done={() => t('mail.done')}
      calls={[updateMail]}
      onClose={onClose}
    >
      <CodeRow name="checkCode" label={oldCode(t, current)} sms="CHECK_MOBILE" />
      <TextField
        name="mail"
        label={t('field.newMail')}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <CodeRow name="authCode" label={t('field.mailCode')} mail="UPDATE_MAIL" to="mail" />
    </FormDialog>
  );
}
