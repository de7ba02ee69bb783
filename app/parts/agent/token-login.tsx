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

/** Choice of the UKey, and its PIN unless already given ([5.14b]); shows the remaining attempts if known. */
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
  // Defaults to the first one, also after the chosen one is removed.
  const token = chosen ?? first;
  useEffect(() => {
    if (!chosen) onSerial(first.serial);
  }, [chosen, first.serial, onSerial]);
  const box = useRef<HTMLDivElement>(null);
  // Focuses the PIN again if it was wrong or missing: the field was disabled during the attempt and lost the focus.
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

/** Says that the UKey is locked, and what to do. */
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

/** Choice of the UKey; if there is only one, shows its name. */
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
