import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import style from './agent.module.css';
import { type AgentState, pairWith, search, showCode, useAgent } from './agent-store.ts';
import { agentText } from './agent-text.ts';

/**
 * The steps to reach the UKeys, one after the other: the browser's permission, explained before the browser asks; the
 * agent; the pairing. Then renders `children` with the connected UKeys, kept up to date.
 */
export function AgentGate({ children }: { children: (tokens: readonly TokenInfo[]) => ReactNode }) {
  const state = useAgent();
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  /** The focus was here, or a button here was pressed, and the next step has not been rendered yet. */
  const owed = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      inside.current = box.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  const step = [
    state.phase,
    state.phase === 'unpaired' && state.codeShown,
    state.phase === 'ready' && state.tokens.length > 0,
  ].join();
  // Each step, like pulling out a UKey, removes the button that led to it and thus the focus: the next step
  // receives it. If the focus is elsewhere, on a tab or on a choice of methods, it stays. Runs before a dialog manages
  // its focus, hence a layout effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is a new set of controls
  useLayoutEffect(() => {
    const at = document.activeElement;
    const dialog = box.current?.closest('[role="dialog"], [role="alertdialog"]');
    if (inside.current || (dialog && (at === document.body || at === dialog))) owed.current = true;
    if (owed.current && focusFirst(box.current)) owed.current = false;
  }, [step]);
  return (
    <div className={style.gate} ref={box}>
      <Step
        state={state}
        onPress={() => {
          owed.current = true;
        }}
      >
        {children}
      </Step>
    </div>
  );
}

/** Focuses the first control: text inputs before choices, buttons last. Returns whether there was one. */
export function focusFirst(box: HTMLElement | null): boolean {
  const find = (what: string) => box?.querySelector<HTMLElement>(`${what}:not(:disabled)`);
  const found = find('input:not([type="radio"])') ?? find('input') ?? find('button');
  found?.focus();
  return Boolean(found);
}

function Step({
  state,
  onPress,
  children,
}: {
  state: AgentState;
  onPress: () => void;
  children: (tokens: readonly TokenInfo[]) => ReactNode;
}) {
  const { t } = useTranslation('agent');
  const look = () => {
    onPress();
    void search();
  };
  const signedIn = useSession((s) => s.token !== undefined);
  switch (state.phase) {
    case 'idle':
    case 'searching':
      return (
        <p className={style.token}>
          <Spinner /> {t('searching')}
        </p>
      );
    case 'explaining':
      return (
        <Notice tone="info" actions={<Button onClick={look}>{t('permission.go')}</Button>}>
          {t('permission.about')}
        </Notice>
      );
    case 'denied':
      return (
        <Notice tone="warning" actions={<Button onClick={look}>{t('tryAgain')}</Button>}>
          {t('permission.denied')}
          <ol className={style.steps}>
            <li>{t('permission.step1')}</li>
            <li>{t('permission.step2')}</li>
            <li>{t('permission.step3')}</li>
          </ol>
        </Notice>
      );
    case 'missing':
    case 'old':
      return (
        <Notice tone="warning" actions={<Button onClick={look}>{t('tryAgain')}</Button>}>
          {t(state.phase === 'old' ? 'failure.AGENT_OLD' : 'missing')}{' '}
          {/* Before login there is no help page, so the file itself is offered. */}
          {signedIn ? (
            <Link to="/help/index?topic=helper">{t('getHelper')}</Link>
          ) : (
            <a href="/agent/signet-agent.mjs" download>
              {t('getHelper')}
            </a>
          )}
        </Notice>
      );
    case 'unpaired':
      return <Pairing codeShown={state.codeShown} onPress={onPress} />;
    case 'ready':
      if (state.tokens.length === 0) return <Notice tone="warning">{t('insertKey')}</Notice>;
      return children(state.tokens);
  }
}

/** Pairing, once per browser: the agent shows a code that is typed here. */
function Pairing({ codeShown, onPress }: { codeShown: boolean; onPress: () => void }) {
  const { t } = useTranslation('agent');
  const [code, setCode] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const box = useRef<HTMLDivElement>(null);
  // Focuses the input again after a wrong code.
  useEffect(() => {
    if (failure !== undefined) focusFirst(box.current);
  }, [failure]);
  const run = async (work: () => Promise<void>) => {
    onPress();
    setWorking(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setWorking(false);
      setCode('');
    }
  };
  const complete = /^\d{6}$/.test(code);
  const pair = () => void run(() => pairWith(code));
  return (
    <div className={style.gate} ref={box}>
      <p className={style.about}>{t('pairing.about')}</p>
      {codeShown ? (
        <div className={style.row}>
          <CodeField
            label={t('pairing.code')}
            value={code}
            onChange={setCode}
            onEnter={() => complete && !working && pair()}
          />
          <Button pending={working} disabled={!complete && !working} onClick={pair}>
            {t('pairing.pair')}
          </Button>
          <Button kind="text" disabled={working} onClick={() => void run(showCode)}>
            {t('pairing.newCode')}
          </Button>
        </div>
      ) : (
        <Button pending={working} onClick={() => void run(showCode)}>
          {t('pairing.show')}
        </Button>
      )}
      {failure !== undefined && <Notice tone="error">{agentText(failure, t)}</Notice>}
    </div>
  );
}
