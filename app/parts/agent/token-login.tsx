import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { useSession } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import style from './agent.module.css';
import type { TokenFailure } from './agent-text.ts';

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
  failure?: TokenFailure | undefined;
}) {
  const { t } = useTranslation('agent');
  const first = tokens[0]!;
  const chosen = tokens.find((one) => one.serial === serial);
  // The first is taken; when the chosen one is taken out, what is left.
  const token = chosen ?? first;
  useEffect(() => {
    if (!chosen) onSerial(first.serial);
  }, [chosen, first.serial, onSerial]);
  const box = useRef<HTMLDivElement>(null);
  // The PIN is typed again where it was wrong or missing: it was locked while it was tried, and so lost the focus.
  useEffect(() => {
    if (failure && !disabled) box.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus();
  }, [failure, disabled]);
  return (
    <div className={style.gate} ref={box}>
      <TokenChoice tokens={tokens} serial={token.serial} onSerial={onSerial} disabled={disabled} />
      {token.pin.state === 'locked' ? (
        <Locked />
      ) : !token.unlocked ? (
        <PasswordField
          label={t('pin')}
          autoComplete="off"
          maxLength={32}
          value={pin}
          onChange={onPin}
          {...(disabled ? { disabled } : {})}
          {...(failure?.ofPin ? { error: failure.text } : { hint: hintOf(token, t) })}
        />
      ) : (
        <p className={style.about}>{t('unlocked')}</p>
      )}
      {failure && (!failure.ofPin || token.unlocked) && <Notice tone="error">{failure.text}</Notice>}
    </div>
  );
}

/** A locked UKey, and what helps. */
export function Locked() {
  const { t } = useTranslation('agent');
  const signedIn = useSession((s) => s.token !== undefined);
  return (
    <Notice tone="error">
      {t('failure.PIN_LOCKED')} {/* Before a login there is no help page. */}
      {signedIn ? <Link to="/help/index?topic=unlock">{t('howToUnlock')}</Link> : t('unlock.afterLogin')}
    </Notice>
  );
}

/** Which UKey; where there is one only, it is named. */
export function TokenChoice({
  tokens,
  serial,
  onSerial,
  disabled,
}: {
  tokens: readonly TokenInfo[];
  serial: string;
  onSerial: (serial: string) => void;
  disabled?: boolean | undefined;
}) {
  const { t } = useTranslation('agent');
  if (tokens.length === 1)
    return (
      <p className={style.token}>
        <Icon name="certificate" /> {tokens[0]!.label} <small>{tokens[0]!.serial}</small>
      </p>
    );
  return (
    <RadioGroup
      label={t('chooseToken')}
      value={serial}
      onChange={onSerial}
      column
      {...(disabled ? { disabled } : {})}
      options={tokens.map((one) => ({ value: one.serial, label: one.label, hint: one.serial }))}
    />
  );
}

function hintOf({ pin }: TokenInfo, t: TFunction<'agent'>): string {
  if (pin.state === 'final') return t('agent:attempts.final');
  if (pin.state === 'low' && pin.attemptsLeft !== null)
    return t('agent:attempts.left', { count: pin.attemptsLeft });
  return t(pin.state === 'low' ? 'agent:attempts.low' : 'agent:enterPin');
}
