import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import style from './agent.module.css';
import { AgentGate } from './agent-gate.tsx';
import { pinMissing, type TokenFailure, tokenFailure } from './agent-text.ts';
import { TokenLogin } from './token-login.tsx';
import { certifyNewKey, unlock } from './ukey-deeds.ts';

interface Props {
  title: string;
  about: string;
  /** Who the key is for, as the request names them. */
  subject: string;
  submit: string;
  /** Sends the request (PKCS#10, base64) for the UKey; answers the certificate (DER, base64). */
  certify: (token: TokenInfo, request: string) => Promise<string>;
  onDone: (token: TokenInfo) => Promise<void> | void;
  onClose: () => void;
  /** Puts the reason of a failure into a sentence of its own. */
  failed?: (reason: string) => string;
}

/** A key made in a UKey, certified, and the certificate put back into it ([2.19a]). */
export function NewKeyDialog(props: Props) {
  const [working, setWorking] = useState(false);
  return (
    <Dialog open onClose={props.onClose} locked={working} title={props.title}>
      <div className={style.gate}>
        <p className={style.about}>{props.about}</p>
        <AgentGate>
          {(tokens) => <WithTokens {...props} tokens={tokens} working={working} onWorking={setWorking} />}
        </AgentGate>
      </div>
    </Dialog>
  );
}

function WithTokens({
  subject,
  submit,
  certify,
  onDone,
  failed = (reason) => reason,
  tokens,
  working,
  onWorking,
}: Props & { tokens: readonly TokenInfo[]; working: boolean; onWorking: (working: boolean) => void }) {
  const { t } = useTranslation('agent');
  const [serial, setSerial] = useState<string>();
  const [pin, setPin] = useState('');
  const [wanted, setWanted] = useState<KeyAlgorithm>();
  const [failure, setFailure] = useState<TokenFailure>();
  const token = tokens.find((one) => one.serial === serial);
  const algorithms = token?.algorithms ?? [];
  const algorithm = algorithms.find((one) => one === wanted) ?? algorithms[0];

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (!token || !algorithm || working) return;
    if (!token.unlocked && pin === '') return setFailure(pinMissing(t));
    onWorking(true);
    setFailure(undefined);
    try {
      await unlock(token, pin);
      await certifyNewKey(token.serial, algorithm, subject, (request) => certify(token, request));
      await onDone(token);
    } catch (error) {
      const { text, ofPin } = tokenFailure(error, t);
      setFailure({ text: failed(text), ofPin });
    } finally {
      setPin('');
      onWorking(false);
    }
  };
  return (
    <form className={style.gate} onSubmit={(event) => void run(event)}>
      <TokenLogin
        tokens={tokens}
        serial={serial}
        onSerial={(next) => {
          setSerial(next);
          setFailure(undefined);
        }}
        pin={pin}
        onPin={setPin}
        disabled={working}
        failure={failure}
      />
      {algorithms.length > 1 && (
        <RadioGroup
          label={t('algorithm.label')}
          value={algorithm!}
          onChange={setWanted}
          column
          disabled={working}
          options={algorithms.map((value) => ({ value, label: t(`algorithm.${value}`) }))}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        wide
        pending={working}
        disabled={!algorithm || token?.pin.state === 'locked'}
      >
        {submit}
      </Button>
    </form>
  );
}
