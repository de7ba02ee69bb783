import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import { getPasswordKey, sendAuthCode } from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import type { Consent, TypedConsent } from '#core/task/calls.ts';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { call } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './consent.module.css';
import { PasskeyConsent } from './passkey-consent.tsx';
import { QrConsent } from './qr-consent.tsx';

interface Props {
  method: Consent['method'];
  /** What is signed, for a proof on the phone. */
  subject: ConsentSubject;
  /** The documents as shown to the signer: a proof on the phone is valid only for these. A batch stores its own. */
  seen?: SeenDocuments;
  /** The documents changed since they were shown. */
  onRevisionChanged: () => void;
  /** Called with the consent. */
  onConsent: (consent: Consent) => Promise<void>;
  /** Called if the phone refuses: the flow ends ([4.15c]). */
  onRefused: () => void;
  autoFocus: boolean;
  password: string;
  onPassword: (password: string) => void;
  code: string;
  onCode: (code: string) => void;
}

/** Asks for consent by the chosen method; consent by UKey has its own component. */
export function ConsentWay({ method, autoFocus, ...way }: Props) {
  const { t } = useTranslation('sign');
  const mobile = useSession((s) => s.userExtendInfo?.perPhone) ?? '';
  const sendCode = async () => {
    await call(sendAuthCode, { authCodeType: 'SIGN' });
    toast({ tone: 'success', text: t('codeSent', { mobile }) });
  };
  switch (method) {
    case 'FACE':
    case 'APP':
      return (
        <QrConsent
          method={method}
          subject={way.subject}
          {...(way.seen ? { seen: way.seen } : {})}
          onRevisionChanged={way.onRevisionChanged}
          onTicket={(ticketId) => void way.onConsent({ method, ticketId })}
          onRefused={() => {
            toast({ tone: 'warning', text: t('error:CONSENT_REFUSED') });
            way.onRefused();
          }}
        />
      );
    case 'PASSKEY':
      return (
        <PasskeyConsent
          subject={way.subject}
          {...(way.seen ? { seen: way.seen } : {})}
          onRevisionChanged={way.onRevisionChanged}
          onTicket={(ticketId) => way.onConsent({ method, ticketId })}
        />
      );
    case 'PASSWORD':
      return (
        <PasswordField
          label={t('signPassword')}
          autoComplete="off"
          autoFocus={autoFocus}
          value={way.password}
          onChange={way.onPassword}
        />
      );
    case 'SMS':
      return (
        <div className={style.code}>
          <CodeField label={t('code')} autoFocus={autoFocus} value={way.code} onChange={way.onCode} />
          <CountdownButton label={t('sendCode')} onSend={sendCode} />
        </div>
      );
  }
}

/** The typed consent in wire format; a password is encrypted. */
export async function typedConsent(
  method: 'PASSWORD' | 'SMS',
  { password, code }: { password: string; code: string },
): Promise<TypedConsent> {
  if (method === 'SMS') return { method, code };
  const key = await call(getPasswordKey, {});
  return { method, password: await encryptPassword({ ...key, spki: fromBase64(key.spki) }, password) };
}
