import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { Button } from '../../ui/button.tsx';
import style from './agent.module.css';
import { pinMissing, type TokenFailure, tokenFailure } from './agent-text.ts';
import { TokenLogin } from './token-login.tsx';
import { unlock } from './ukey-steps.ts';

/** The chosen UKey with its PIN, and the last error. */
export function useTokenLogin(tokens: readonly TokenInfo[]) {
  const { t } = useTranslation('agent');
  const [serial, setSerial] = useState<string>();
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<TokenFailure>();
  const token = tokens.find((one) => one.serial === serial);

  /** The chosen UKey, if its PIN was typed or is already known; otherwise shows that the PIN is missing. */
  const ready = (): TokenInfo | undefined => {
    if (!token || token.unlocked || pin !== '') return token;
    setFailure(pinMissing(t));
    return undefined;
  };

  /**
   * Runs `work` with the chosen UKey and a function that unlocks it with the PIN, which is cleared afterwards. Resolves
   * with whether it succeeded; an error is shown beside the PIN or below it.
   */
  const attempt = async (
    work: (token: TokenInfo, unlockIt: () => Promise<void>) => Promise<void>,
    failed: (failure: TokenFailure) => TokenFailure = (one) => one,
  ): Promise<boolean> => {
    const chosen = ready();
    if (!chosen) return false;
    setFailure(undefined);
    try {
      await work(chosen, () => unlock(chosen, pin));
      return true;
    } catch (error) {
      setFailure(failed(tokenFailure(error, t)));
      return false;
    } finally {
      setPin('');
    }
  };
  const choose = (next: string) => {
    setSerial(next);
    setFailure(undefined);
  };
  return { tokens, serial, token, pin, setPin, failure, setFailure, ready, attempt, choose };
}

interface Props {
  login: ReturnType<typeof useTokenLogin>;
  /** Label of the button. */
  label: string;
  working: boolean;
  /** Whether all other inputs of the action are complete. */
  ready?: boolean;
  large?: boolean;
  onSubmit: () => unknown;
  /** Further fields, below the PIN. */
  children?: ReactNode;
  formRef?: RefObject<HTMLFormElement | null>;
}

/** A form for choosing a UKey and typing its PIN, with the submit button. */
export function TokenForm({
  login,
  label,
  working,
  ready = true,
  large,
  onSubmit,
  children,
  formRef,
}: Props) {
  return (
    <form
      className={style.gate}
      ref={formRef as RefObject<HTMLFormElement>}
      onSubmit={(event) => {
        event.preventDefault();
        if (!working) void onSubmit();
      }}
    >
      <TokenLogin
        tokens={login.tokens}
        serial={login.serial}
        onSerial={login.choose}
        pin={login.pin}
        onPin={login.setPin}
        disabled={working}
        failure={login.failure}
      />
      {children}
      <Button
        type="submit"
        kind="primary"
        wide
        pending={working}
        disabled={!ready || login.token?.pin.state === 'locked'}
        {...(large ? { size: 'large' as const } : {})}
      >
        {label}
      </Button>
    </form>
  );
}
