import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import type { SecondProof } from '#core/identity/proof.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { useSecondProof } from '../proof/use-second-proof.tsx';
import style from './agent.module.css';
import { AgentGate } from './agent-gate.tsx';
import { TokenForm, useTokenLogin } from './token-form.tsx';
import { attestationsOn, keepCertificate, makeKey, type NewKey } from './ukey-steps.ts';

/** A certificate request: PKCS#10 in base64, and the certificates of the UKey, which may attest the key. */
interface KeyRequest {
  request: string;
  attestation: string[];
}

interface Props {
  title: string;
  about: string;
  /** The subject named in the request. */
  subject: string;
  submit: string;
  /** Sends the UKey's request with the proof; returns the certificate (DER, base64). */
  certify: (token: TokenInfo, made: KeyRequest, proof: SecondProof) => Promise<string>;
  onDone: (token: TokenInfo) => Promise<void> | void;
  onClose: () => void;
  /** Wraps the reason of a failure in a sentence. */
  failed?: (reason: string) => string;
}

/**
 * Generates a key in a UKey, certifies it, and stores the certificate on the UKey ([2.19a]). The PIN proves possession,
 * and a second proof confirms the identity of the user who binds it.
 */
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
  const login = useTokenLogin(tokens);
  const { token } = login;
  const [wanted, setWanted] = useState<KeyAlgorithm>();
  const proof = useSecondProof(working);
  /** Generated but not certified yet: a retry reuses it, so that no second key remains on the UKey. */
  const made = useRef<NewKey>(undefined);
  const algorithms = token?.algorithms ?? [];
  const algorithm = algorithms.find((one) => one === wanted) ?? algorithms[0];

  const run = async () => {
    if (!algorithm || !login.ready()) return;
    if (!proof.isReady) return login.setFailure({ text: t('proof.missing'), ofPin: false });
    onWorking(true);
    const isDone = await login.attempt(
      async (chosen, unlockIt) => {
        await unlockIt();
        const isMade = made.current?.serial === chosen.serial && made.current.algorithm === algorithm;
        const key = isMade && made.current ? made.current : await makeKey(chosen.serial, algorithm, subject);
        made.current = key;
        const attestation = await attestationsOn(chosen.serial);
        const { request } = key;
        await keepCertificate(key, await certify(chosen, { request, attestation }, await proof.take()));
        made.current = undefined;
        await onDone(chosen);
      },
      ({ text, ofPin }) => ({ text: failed(text), ofPin }),
    );
    if (!isDone) proof.clear();
    onWorking(false);
  };
  return (
    <TokenForm login={login} label={submit} working={working} ready={algorithm !== undefined} onSubmit={run}>
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
      {proof.fields}
    </TokenForm>
  );
}
