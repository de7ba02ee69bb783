import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentFailure, isAgentFailure } from '#core/agent/failures.ts';
import type { TokenInfo } from '#core/agent/protocol.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import { Notice } from '../../ui/notice.tsx';
import { isRevisionChanged } from '../../wire/revision-changed.ts';
import style from './agent.module.css';
import { AgentGate } from './agent-gate.tsx';
import { useAgent } from './agent-store.ts';
import { agentText, tokenFailure } from './agent-text.ts';
import { TokenLogin } from './token-login.tsx';
import { signToTheEnd, unlock } from './ukey-deeds.ts';

/** What the dialog around it needs: whether its button can be pressed, and what that does. */
export interface UkeyDeed {
  ready: boolean;
  /** Resolves when all is over, signed or not; the failure stands in the dialog then. */
  sign(): Promise<void>;
}

export interface UkeySigning {
  /** First half of the signing with the UKey of this serial number. */
  begin: (ukeySerial: string) => Promise<UkeySigningState>;
  onSigned: (done: NonNullable<UkeySigningState['done']>) => Promise<void> | void;
}

interface Props extends UkeySigning {
  working: boolean;
  onDeed: (deed: UkeyDeed | undefined) => void;
  /** The documents are not any more what was shown; nothing was signed. */
  onRevisionChanged: () => void;
}

/** Willingness by UKey and PIN ([4.15a]): the way to the UKey, its PIN, and the signing itself. */
export default function UkeyConsent(props: Props) {
  const { t } = useTranslation('agent');
  const [failure, setFailure] = useState<unknown>();
  const state = useAgent();
  const absent = state.phase === 'ready' && state.tokens.length === 0;
  // What was wrong with one UKey is not wrong with the next. That it was taken out holds until one is in again.
  useEffect(() => setFailure((old: unknown) => (absent && isRemoved(old) ? old : undefined)), [absent]);
  const onOther = useCallback(() => setFailure((old: unknown) => (isRemoved(old) ? old : undefined)), []);
  return (
    <div className={style.gate}>
      {/* Taken out while it signed: that is why there is none to sign with now. */}
      {absent && isRemoved(failure) && <Notice tone="error">{agentText(failure, t)}</Notice>}
      <AgentGate>
        {(tokens) => (
          <WithTokens {...props} tokens={tokens} failure={failure} onFailure={setFailure} onOther={onOther} />
        )}
      </AgentGate>
      {props.working && <Notice tone="info">{t('leaveIn')}</Notice>}
    </div>
  );
}

const isRemoved = (error: unknown): boolean => isAgentFailure(error) && error.name === 'TOKEN_REMOVED';

type WithTokensProps = Props & {
  tokens: readonly TokenInfo[];
  failure: unknown;
  onFailure: (failure: unknown) => void;
  /** Another UKey is chosen. */
  onOther: () => void;
};

function WithTokens({
  begin,
  onSigned,
  working,
  onDeed,
  onRevisionChanged,
  tokens,
  failure,
  onFailure,
  onOther,
}: WithTokensProps) {
  const { t } = useTranslation('agent');
  const [serial, setSerial] = useState<string>();
  const [pin, setPin] = useState('');
  const token = tokens.find((one) => one.serial === serial);
  const ready = token !== undefined && token.pin.state !== 'locked';

  // The dialog hands in new functions each time it is drawn; the deed need not be made anew for that.
  const latest = useRef({ begin, onSigned, onRevisionChanged });
  latest.current = { begin, onSigned, onRevisionChanged };
  useEffect(() => {
    const sign = async () => {
      if (!token) return;
      if (!token.unlocked && pin === '') return onFailure(new AgentFailure('PIN_NEEDED'));
      onFailure(undefined);
      try {
        await unlock(token, pin);
        const begun = await latest.current.begin(token.serial);
        await latest.current.onSigned(await signToTheEnd(token.serial, begun));
      } catch (error) {
        if (isRevisionChanged(error)) latest.current.onRevisionChanged();
        else onFailure(error);
      } finally {
        setPin('');
      }
    };
    onDeed({ ready, sign });
  }, [token, pin, ready, onDeed, onFailure]);
  // Taken out: there is nothing to sign with.
  useEffect(() => () => onDeed(undefined), [onDeed]);

  // The same thing until there is another: each new one puts the focus where it is mended.
  const shown = useMemo(() => (failure === undefined ? undefined : tokenFailure(failure, t)), [failure, t]);
  return (
    <TokenLogin
      tokens={tokens}
      serial={serial}
      onSerial={(next) => {
        setSerial(next);
        onOther();
      }}
      pin={pin}
      onPin={setPin}
      disabled={working}
      failure={shown}
    />
  );
}
