import { useTranslation } from 'react-i18next';
import type { ProofSubject, ProofView } from '#core/task/proof-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { useSession } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './consent.module.css';
import { QrConsent } from './qr-consent.tsx';

interface Props {
  /** The proof to give now. */
  step: ProofView['steps'][number];
  subject: ProofSubject;
  seen: SeenDocuments;
  typed: string;
  onTyped: (typed: string) => void;
  onSend: (way: 'SMS' | 'MAIL') => Promise<void>;
  /** The phone confirmed the face. */
  onTicket: (ticketId: string) => void;
  onRevisionChanged: () => void;
  /** The phone refused: the flow ends ([4.15c]). */
  onRefused: () => void;
}

/** One proof that the sender asks for, with its own words. */
export function ProofWay({ step, typed, onTyped, ...way }: Props) {
  const { t } = useTranslation('signerProof');
  const hasPassword = useSession((s) => s.userExtendInfo?.hasSignPassword) !== false;
  const { to } = step;
  switch (step.way) {
    case 'ACCESS_CODE':
      return (
        <TextField
          label={t('code.ACCESS_CODE')}
          hint={t('step.ACCESS_CODE')}
          autoComplete="off"
          maxLength={60}
          autoFocus
          value={typed}
          onChange={onTyped}
        />
      );
    case 'SMS':
    case 'MAIL': {
      const by = step.way;
      const send = async () => {
        await way.onSend(by);
        toast({ tone: 'success', text: t('sent', { to }) });
      };
      return (
        <>
          <p className={style.hint}>{t(`step.${by}`, { to })}</p>
          <div className={style.code}>
            <CodeField label={t(`code.${by}`)} autoFocus value={typed} onChange={onTyped} />
            <CountdownButton label={t('send')} onSend={send} />
          </div>
        </>
      );
    }
    case 'FACE':
      return (
        <>
          <p className={style.hint}>{t('step.FACE')}</p>
          <QrConsent
            method="FACE"
            subject={way.subject}
            seen={way.seen}
            onRevisionChanged={way.onRevisionChanged}
            onTicket={way.onTicket}
            onRefused={() => {
              toast({ tone: 'warning', text: t('error:CONSENT_REFUSED') });
              way.onRefused();
            }}
          />
        </>
      );
    case 'PASSWORD':
      return hasPassword ? (
        <PasswordField
          label={t('name.PASSWORD')}
          hint={t('step.PASSWORD')}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={onTyped}
        />
      ) : (
        <Notice
          tone="warning"
          actions={
            <LinkButton size="small" to="/account/info">
              {t('step.setPassword')}
            </LinkButton>
          }
        >
          {t('step.noPassword')}
        </Notice>
      );
    default:
      return null;
  }
}
