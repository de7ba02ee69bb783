import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { useSession } from '../session/session-store.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import style from './agent.module.css';
import { pairWith, search, showCode, useAgent } from './agent-store.ts';
import { agentText } from './agent-text.ts';

/**
 * What stands between this page and the UKeys, one thing after the other: the browser's permission, explained before it
 * asks; the agent; the pairing. Then `children` with the UKeys that are there, kept up to date.
 */
export function AgentGate({ children }: { children: (tokens: readonly TokenInfo[]) => ReactNode }) {
  const { t } = useTranslation('agent');
  const state = useAgent();
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
        <Notice tone="info" actions={<Button onClick={() => void search()}>{t('permission.go')}</Button>}>
          {t('permission.about')}
        </Notice>
      );
    case 'denied':
      return (
        <Notice tone="warning" actions={<Button onClick={() => void search()}>{t('tryAgain')}</Button>}>
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
        <Notice tone="warning" actions={<Button onClick={() => void search()}>{t('tryAgain')}</Button>}>
          {t(state.phase === 'old' ? 'failure.AGENT_OLD' : 'missing')}{' '}
          {/* Before a login there is no help page, so the file itself is offered. */}
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
      return <Pairing codeShown={state.codeShown} />;
    case 'ready':
      if (state.tokens.length === 0) return <Notice tone="warning">{t('insertKey')}</Notice>;
      return children(state.tokens);
  }
}

/** Once for each browser: the agent shows a code that is typed here. */
function Pairing({ codeShown }: { codeShown: boolean }) {
  const { t } = useTranslation('agent');
  const [code, setCode] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (work: () => Promise<void>) => {
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
  return (
    <div className={style.gate}>
      <p className={style.about}>{t('pairing.about')}</p>
      {codeShown ? (
        <div className={style.row}>
          <CodeField label={t('pairing.code')} value={code} onChange={setCode} />
          <Button
            pending={working}
            disabled={!/^\d{6}$/.test(code) && !working}
            onClick={() => void run(() => pairWith(code))}
          >
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
