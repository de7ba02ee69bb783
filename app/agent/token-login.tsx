import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import style from './agent.module.css';

/** Which UKey, and its PIN while it was not given ([5.14b]); what is known of the attempts left stands there before. */
export function TokenLogin({
  tokens,
  serial,
  onSerial,
  pin,
  onPin,
  disabled,
  failure,
}: {
  tokens: readonly TokenInfo[];
  serial: string | undefined;
  onSerial: (serial: string) => void;
  pin: string;
  onPin: (pin: string) => void;
  disabled?: boolean;
  /** In words. */
  failure?: string | undefined;
}) {
  const { t } = useTranslation('agent');
  const token = tokens.find((one) => one.serial === serial);
  const only = tokens[0]!.serial;
  // The first is taken; when the chosen one is taken out, what is left.
  useEffect(() => {
    if (!token) onSerial(only);
  }, [token, only, onSerial]);
  return (
    <div className={style.gate}>
      {tokens.length > 1 ? (
        <RadioGroup
          label={t('chooseToken')}
          value={serial ?? only}
          onChange={onSerial}
          column
          {...(disabled ? { disabled } : {})}
          options={tokens.map((one) => ({ value: one.serial, label: one.label, hint: one.serial }))}
        />
      ) : (
        <p className={style.token}>
          <Icon name="certificate" /> {tokens[0]!.label} <small>{tokens[0]!.serial}</small>
        </p>
      )}
      {token?.pin.state === 'locked' ? (
        <Notice tone="error">
          {t('failure.PIN_LOCKED')} <Link to="/help/index?topic=unlock">{t('howToUnlock')}</Link>
        </Notice>
      ) : token && !token.unlocked ? (
        <PasswordField
          label={t('pin')}
          autoComplete="off"
          maxLength={32}
          value={pin}
          onChange={onPin}
          {...(disabled ? { disabled } : {})}
          {...(failure ? { error: failure } : { hint: hintOf(token, t) })}
        />
      ) : (
        <p className={style.about}>{t('unlocked')}</p>
      )}
      {failure && (token?.unlocked || token?.pin.state === 'locked') && (
        <Notice tone="error">{failure}</Notice>
      )}
    </div>
  );
}

function hintOf({ pin }: TokenInfo, t: TFunction<'agent'>): string {
  if (pin.state === 'final') return t('agent:attempts.final');
  if (pin.state === 'low' && pin.attemptsLeft !== null)
    return t('agent:attempts.left', { count: pin.attemptsLeft });
  return t(pin.state === 'low' ? 'agent:attempts.low' : 'agent:enterPin');
}
