import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import style from './agent.module.css';
import { AgentGate } from './agent-gate.tsx';
import { agentText } from './agent-text.ts';
import { changePin, unlockWithAdminPin } from './ukey-deeds.ts';

interface Props {
  /** `change` asks for the present PIN, `unlock` for the administrator's. */
  mode?: 'change' | 'unlock';
  onDone: () => void;
  onClose: () => void;
}

/** A new PIN for a UKey ([2.24]); the one that is asked for first counts as an attempt when it is wrong. */
export default function ChangePinDialog({ mode = 'change', onDone, onClose }: Props) {
  const { t } = useTranslation('agent');
  return (
    <Dialog open onClose={onClose} title={t(mode === 'change' ? 'section.changePin' : 'unlock.title')}>
      <AgentGate>{(tokens) => <WithTokens tokens={tokens} mode={mode} onDone={onDone} />}</AgentGate>
    </Dialog>
  );
}

function WithTokens({
  tokens,
  mode,
  onDone,
}: {
  tokens: readonly TokenInfo[];
  mode: 'change' | 'unlock';
  onDone: () => void;
}) {
  const { t } = useTranslation('agent');
  const [serial, setSerial] = useState(tokens[0]!.serial);
  const [known, setKnown] = useState('');
  const [fresh, setFresh] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const here = tokens.some((one) => one.serial === serial);
  const first = tokens[0]!.serial;
  useEffect(() => {
    if (!here) setSerial(first);
  }, [here, first]);
  const title = t(mode === 'change' ? 'section.changePin' : 'unlock.title');
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setFailure(undefined);
    try {
      await (mode === 'change' ? changePin : unlockWithAdminPin)(serial, known, fresh);
      onDone();
    } catch (error) {
      setFailure(agentText(error, t));
    } finally {
      setKnown('');
      setFresh('');
      setWorking(false);
    }
  };
  return (
    <form className={style.gate} onSubmit={(event) => void run(event)}>
      <RadioGroup
        label={t('chooseToken')}
        value={serial}
        onChange={setSerial}
        column
        options={tokens.map((one) => ({ value: one.serial, label: one.label, hint: one.serial }))}
      />
      <PasswordField
        label={t(mode === 'change' ? 'section.oldPin' : 'unlock.adminPin')}
        autoComplete="off"
        maxLength={32}
        value={known}
        onChange={setKnown}
      />
      <PasswordField
        label={t('section.newPin')}
        autoComplete="off"
        maxLength={32}
        value={fresh}
        onChange={setFresh}
      />
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button type="submit" kind="primary" wide pending={working} disabled={known === '' || fresh.length < 6}>
        {title}
      </Button>
    </form>
  );
}
