import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsentSubject, confirmConsent, startConsent } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText, isClientError } from '../../wire/client-error.ts';
import { isRevisionChanged } from '../../wire/revision-changed.ts';
import { hasPasskeys, signWithPasskey } from '../proof/ask-authenticator.ts';
import style from './consent.module.css';

interface Props {
  subject: ConsentSubject;
  /** The documents as shown to the signer, which the passkey signs. A batch stores its own. */
  seen?: SeenDocuments;
  onRevisionChanged: () => void;
  onTicket: (ticketId: string) => Promise<void>;
}

/** Asks for consent by a passkey: the authenticator signs a digest of what is shown. */
export function PasskeyConsent({ subject, seen, onRevisionChanged, onTicket }: Props) {
  const { t } = useTranslation('sign');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!hasPasskeys()) return <Notice tone="warning">{t('passkey.unsupported')}</Notice>;
  const confirm = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const { ticketId, passkey } = await call(startConsent, {
        method: 'PASSKEY',
        subject,
        ...(seen ? { seen } : {}),
      });
      const response = await signWithPasskey(passkey!);
      await call(confirmConsent, { ticketId, response });
      await onTicket(ticketId);
    } catch (error) {
      if (isRevisionChanged(error)) return onRevisionChanged();
      // Whatever the authenticator says, the person did not confirm; browsers do not tell why.
      setFailure(isClientError(error) ? errorText(error, t) : t('passkey.cancelled'));
    }
    setPending(false);
  };
  return (
    <div className={style.qr}>
      <p>{t('passkey.hint')}</p>
      <Button icon="key" pending={pending} onClick={() => void confirm()}>
        {t('passkey.confirm')}
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </div>
  );
}
