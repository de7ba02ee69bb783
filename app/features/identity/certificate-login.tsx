import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { getUkeyChallenge, loginByUkey } from '#core/identity/ukey-calls.ts';
import { call } from '../../call.ts';
import agentStyle from '../../parts/agent/agent.module.css';
import { AgentGate } from '../../parts/agent/agent-gate.tsx';
import { tokenFailure } from '../../parts/agent/agent-text.ts';
import { TokenForm, useTokenLogin } from '../../parts/agent/token-form.tsx';
import {
  certificatesOn,
  ExpiredCertificates,
  NoCertificate,
  signChallenge,
} from '../../parts/agent/ukey-steps.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { beginSession } from './sign-in.ts';

type TokenCertificates = Awaited<ReturnType<typeof certificatesOn>>;

/** The unexpired certificates, those of people first. Certificates of seals name an organization and come last. */
const peopleFirst = (certificates: TokenCertificates): TokenCertificates =>
  certificates
    .filter(({ certificate }) => certificate.notAfter > Date.now())
    .sort((a, b) => Number(ofSeal(a)) - Number(ofSeal(b)));
const ofSeal = ({ certificate }: TokenCertificates[number]): boolean =>
  /(^|,)O=/.test(certificate.subject.text);

/** [1.13a] Log in by certificate: the UKey that is bound to the account, and its PIN. */
export default function CertificateLogin({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation('agent');
  return (
    <div className={agentStyle.gate}>
      <p className={agentStyle.about}>{t('login.about')}</p>
      <AgentGate>{(tokens) => <WithTokens tokens={tokens} onSignedIn={onSignedIn} />}</AgentGate>
    </div>
  );
}

function WithTokens({ tokens, onSignedIn }: { tokens: readonly TokenInfo[]; onSignedIn: () => void }) {
  const { t } = useTranslation('agent');
  const login = useTokenLogin(tokens);
  const { serial, setFailure } = login;
  const [chosen, setChosen] = useState<string>();
  const [working, setWorking] = useState(false);
  // Certificates can be listed without the PIN ([8.7d]).
  const [certificates, setCertificates] = useState<TokenCertificates>([]);
  useEffect(() => {
    if (!serial) return;
    let wanted = true;
    certificatesOn(serial).then(
      (found) => wanted && setCertificates(found),
      (error) => wanted && setFailure(tokenFailure(error, t)),
    );
    return () => {
      wanted = false;
    };
  }, [serial, setFailure, t]);
  const users = peopleFirst(certificates);
  const userOf = (all: TokenCertificates) => all.find(({ keyId }) => keyId === chosen) ?? all[0];

  const signIn = async () => {
    setWorking(true);
    await login.attempt(async (token, unlockIt) => {
      // The PIN may be entered before the certificates are loaded.
      const all = certificates.length > 0 ? certificates : await certificatesOn(token.serial);
      if (all.length === 0) throw new NoCertificate();
      const user = userOf(peopleFirst(all));
      if (!user) throw new ExpiredCertificates();
      await unlockIt();
      const { challenge } = await call(getUkeyChallenge, {});
      const value = await signChallenge(token.serial, user.keyId, challenge);
      const certificateSerial = user.certificate.serialHex;
      await beginSession(await call(loginByUkey, { certificateSerial, challenge, value }));
      onSignedIn();
    });
    setWorking(false);
  };
  return (
    <TokenForm login={login} label={t('login.submit')} working={working} large onSubmit={signIn}>
      {users.length > 1 && (
        <RadioGroup
          label={t('login.choose')}
          value={userOf(users)!.keyId}
          onChange={setChosen}
          column
          options={users.map(({ keyId, certificate }) => ({
            value: keyId,
            label: certificate.subject.text,
            hint: certificate.issuer.text,
          }))}
        />
      )}
    </TokenForm>
  );
}
