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
import { signToTheEnd, unlock } from './ukey-steps.ts';

/** What the enclosing dialog needs: whether its button is enabled, and its action. */
export interface UkeyStep {
  ready: boolean;
  /** Resolves when finished, signed or not; a failure is shown in the dialog. */
  sign(): Promise<void>;
}

export interface UkeySigning {
  /** First phase of signing with the UKey of this serial number. */
  begin: (ukeySerial: string) => Promise<UkeySigningState>;
  onSigned: (done: NonNullable<UkeySigningState['done']>) => Promise<void> | void;
}

interface Props extends UkeySigning {
  working: boolean;
  onStep: (step: UkeyStep | undefined) => void;
  /** The documents changed since they were shown; nothing was signed. */
  onRevisionChanged: () => void;
}

/** Consent by UKey and PIN ([4.15a]): connection to the UKey, PIN input, and the signing itself. */
export default function UkeyConsent(props: Props) {
  const { t } = useTranslation('agent');
  const [failure, setFailure] = useState<unknown>();
  const state = useAgent();
  const absent = state.phase === 'ready' && state.tokens.length === 0;
  // An error concerns only the current UKey. A removal error stays until a UKey is inserted again.
  useEffect(() => setFailure((old: unknown) => (absent && isRemoved(old) ? old : undefined)), [absent]);
  const onOther = useCallback(() => setFailure((old: unknown) => (isRemoved(old) ? old : undefined)), []);
  return (
    <div className={style.gate}>
      {/* Explains that the UKey was removed while signing. */}
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
  onStep,
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

  // The dialog passes new functions on each render; the ref avoids recreating the deed.
  const latest = useRef({ begin, onSigned, onRevisionChanged });
  latest.current = { begin, onSigned, onRevisionChanged };
  useEffect(() => {
    const sign = async () => {
      if (!token) return;
      if (!token.unlocked && pin === '') return onFailure(new AgentFailure('PIN_NEEDED'));
      onFailure(undefined);
      try {
        await unlock(token, pin);
        const state = await latest.current.begin(token.serial);
        await latest.current.onSigned(await signToTheEnd(token.serial, state));
      } catch (error) {
        if (isRevisionChanged(error)) latest.current.onRevisionChanged();
        else onFailure(error);
      } finally {
        setPin('');
      }
    };
    onStep({ ready, sign });
  }, [token, pin, ready, onStep, onFailure]);
  // On removal of the UKey there is nothing to sign with.
  useEffect(() => () => onStep(undefined), [onStep]);

  // Memoised, since each new failure object moves the focus to the field to correct.
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
