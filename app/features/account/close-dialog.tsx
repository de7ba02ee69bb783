import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { cancelOutUser } from '#core/account/calls.ts';
import { call } from '../../call.ts';
import { endSession } from '../../session/end-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { isGood } from '../../wire/form-check.ts';
import style from './account.module.css';
import { CodeRow } from './code-row.tsx';
import { codeRule } from './rules.ts';

const rules = z.object({ authCode: codeRule });

type Props = { name: string /** Masked. */; mobile: string; onClose: () => void };

/**
 * [4.23] Closes the account in two steps: a warning with the person's name, then a code. Afterwards ends the session;
 * the login page confirms it.
 */
export function CloseDialog({ name, mobile, onClose }: Props) {
  const { t } = useTranslation('account');
  const [warned, setWarned] = useState(false);
  if (!warned)
    return (
      <Dialog
        open
        role="alertdialog"
        onClose={onClose}
        title={t('close.title')}
        actions={
          <>
            <Button autoFocus onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button kind="danger" onClick={() => setWarned(true)}>
              {t('close.next')}
            </Button>
          </>
        }
      >
        <Notice tone="warning">
          <strong>{t('close.warn', { name })}</strong>
        </Notice>
        <ul className={style.warnings}>
          <li>{t('close.w1')}</li>
          <li>{t('close.w2')}</li>
          <li>{t('close.w3')}</li>
          <li>{t('close.w4')}</li>
          <li>{t('close.w5')}</li>
        </ul>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={t('close.title')}>
      <Form
        initial={{ authCode: '' }}
        rules={rules}
        label={t('close.title')}
        onSubmit={async ({ authCode }) => {
          const body = await call(cancelOutUser, { authCode, authCodeType: 'CANCEL_USER' });
          if (!isGood(body)) return body;
          endSession({ keepPlace: false });
          toast({ tone: 'success', text: t('close.done') });
        }}
      >
        {(form) => (
          <>
            <p>{t('close.code', { mobile })}</p>
            <CodeRow name="authCode" label={t('field.code')} sms="CANCEL_USER" />
            <div className={style.foot}>
              <Button onClick={onClose}>{t('ui:cancel')}</Button>
              <Button type="submit" kind="danger" pending={form.submitting}>
                {t('close.confirm')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
