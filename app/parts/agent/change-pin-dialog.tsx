import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAgentFailure } from '#core/agent/failures.ts';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import style from './agent.module.css';
import { AgentGate } from './agent-gate.tsx';
import { agentText } from './agent-text.ts';
import { Locked, TokenChoice } from './token-login.tsx';
import { changePin, unlockWithAdminPin } from './ukey-steps.ts';

interface Props {
  /** `change` asks for the current PIN, `unlock` for the administrator's. */
  mode?: 'change' | 'unlock';
  onDone: () => void;
  onClose: () => void;
}

/** The error, and the field beside which it is shown; without `at` it is shown below the fields. */
interface Failure {
  at?: 'known' | 'fresh' | 'again';
  text: string;
}

/** Sets a new PIN for a UKey ([2.24]); a wrong current or administrator PIN counts as an attempt. */
export default function ChangePinDialog({ mode = 'change', onDone, onClose }: Props) {
  const { t } = useTranslation('agent');
  const [working, setWorking] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      locked={working}
      title={t(mode === 'change' ? 'section.changePin' : 'unlock.title')}
    >
      <AgentGate>
        {(tokens) => (
          <WithTokens tokens={tokens} mode={mode} onDone={onDone} working={working} onWorking={setWorking} />
        )}
      </AgentGate>
    </Dialog>
  );
}

function WithTokens({
  tokens,
  mode,
  onDone,
  working,
  onWorking,
}: {
  tokens: readonly TokenInfo[];
  mode: 'change' | 'unlock';
  onDone: () => void;
  working: boolean;
  onWorking: (working: boolean) => void;
}) {
  const { t } = useTranslation('agent');
  const [serial, setSerial] = useState<string>();
  const [known, setKnown] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const token = tokens.find((one) => one.serial === serial) ?? tokens[0]!;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const errorAt = (at: NonNullable<Failure['at']>) => (failure?.at === at ? { error: failure.text } : {});

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (known === '')
      return setFailure({ at: 'known', text: t(mode === 'change' ? 'enterPin' : 'unlock.enter') });
    if (fresh.length < 6) return setFailure({ at: 'fresh', text: t('failure.PIN_INVALID') });
    if (fresh !== again) return setFailure({ at: 'again', text: t('section.differ') });
    onWorking(true);
    setFailure(undefined);
    try {
      await (mode === 'change' ? changePin : unlockWithAdminPin)(token.serial, known, fresh);
      onDone();
    } catch (error) {
      const name = isAgentFailure(error) ? error.name : '';
      const at = FIELD_OF[name];
      // When unlocking, the errors concern the administrator's PIN.
      const own = mode === 'unlock' ? { PIN_WRONG: t('unlock.wrong'), PIN_LOCKED: t('unlock.locked') } : {};
      const text = (own as Partial<Record<string, string>>)[name] ?? agentText(error, t);
      setFailure({ ...(at ? { at } : {}), text });
      setKnown('');
    } finally {
      onWorking(false);
    }
  };
  if (mode === 'change' && token.pin.state === 'locked')
    return (
      <div className={style.gate}>
        <TokenChoice tokens={tokens} serial={token.serial} onSerial={setSerial} />
        <Locked />
      </div>
    );
  return (
    <form className={style.gate} ref={form} onSubmit={(event) => void run(event)}>
      <TokenChoice tokens={tokens} serial={token.serial} onSerial={setSerial} disabled={working} />
      <PasswordField
        label={t(mode === 'change' ? 'section.oldPin' : 'unlock.adminPin')}
        autoComplete="off"
        maxLength={32}
        value={known}
        onChange={setKnown}
        {...errorAt('known')}
      />
      <PasswordField
        label={t('section.newPin')}
        autoComplete="off"
        maxLength={32}
        value={fresh}
        onChange={setFresh}
        {...errorAt('fresh')}
      />
      <PasswordField
        label={t('section.repeatPin')}
        autoComplete="off"
        maxLength={32}
        value={again}
        onChange={setAgain}
        {...errorAt('again')}
      />
      {failure && !failure.at && <Notice tone="error">{failure.text}</Notice>}
      <Button type="submit" kind="primary" wide pending={working}>
        {t(mode === 'change' ? 'section.changePin' : 'unlock.title')}
      </Button>
    </form>
  );
}

const FIELD_OF: Partial<Record<string, NonNullable<Failure['at']>>> = {
  PIN_WRONG: 'known',
  PIN_INVALID: 'fresh',
};
