import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import { getPasswordKey, sendAuthCode } from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import type { Consent } from '#core/task/calls.ts';
import { call } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './quicksign.module.css';
import type { QuickDetail } from './use-quick-files.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  group: QuickDetail;
  /** Seals and signatures in words. */
  what: string;
  onSign: (consent: Consent, requestId: string) => Promise<void>;
}

type Method = Consent['method'];

/** What is signed and with what; then the proof of willingness ([4.15a]). */
export function ConsentDialog({ open, onClose, group, what, onSign }: Props) {
  const { t } = useTranslation(['sign', 'quicksign']);
  const person = useSession((s) => s.userExtendInfo);
  const [method, setMethod] = useState<Method>(person?.hasSignPassword === false ? 'SMS' : 'PASSWORD');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // One deed however often it is tried: an answer lost on the way is asked for again under the same id.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const ready = method === 'PASSWORD' ? password !== '' : /^\d{6}$/.test(code);

  const sign = async () => {
    setWorking(true);
    setFailure(undefined);
    try {
      await onSign(await consentOf(method, password, code), requestId);
    } catch (error) {
      setFailure(error);
      // What the server refused was not done: the next try is another deed, with another password or code.
      setRequestId(crypto.randomUUID());
    } finally {
      setWorking(false);
      setPassword('');
      setCode('');
    }
  };
  const sendCode = async () => {
    await call(sendAuthCode, { authCodeType: 'SIGN' });
    toast({ tone: 'success', text: t('codeSent', { mobile: person?.perPhone ?? '' }) });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={working}
      title={t('confirmTitle')}
      actions={
        <>
          <Button onClick={onClose} disabled={working}>
            {t('cancel')}
          </Button>
          <Button kind="primary" pending={working} disabled={!ready && !working} onClick={sign}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form
        className={style.consent}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !working) void sign();
        }}
      >
        <dl className={style.summary}>
          <dt>{t('quicksign:field.taskName')}</dt>
          <dd>{group.taskName}</dd>
          <dt>{t('summary.files')}</dt>
          <dd>{group.documents.map((d) => d.fileName).join(', ')}</dd>
          <dt>{t('summary.with')}</dt>
          <dd>{what}</dd>
        </dl>
        <RadioGroup
          label={t('method')}
          value={method}
          onChange={setMethod}
          options={[
            { value: 'PASSWORD', label: t('methodName.PASSWORD') },
            { value: 'SMS', label: t('methodName.SMS') },
          ]}
        />
        {method === 'PASSWORD' ? (
          <PasswordField
            label={t('signPassword')}
            autoComplete="off"
            value={password}
            onChange={setPassword}
          />
        ) : (
          <div className={style.code}>
            <CodeField label={t('code')} value={code} onChange={setCode} />
            <CountdownButton label={t('sendCode')} onSend={sendCode} />
          </div>
        )}
        {failure !== undefined && <Notice tone="error">{errorText(failure, t)}</Notice>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

async function consentOf(method: Method, password: string, code: string): Promise<Consent> {
  if (method === 'SMS') return { method, code };
  const key = await call(getPasswordKey, {});
  return { method, password: await encryptPassword({ ...key, spki: fromBase64(key.spki) }, password) };
}
