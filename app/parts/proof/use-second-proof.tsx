import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import { getPasswordKey, sendAuthCode } from '#core/identity/calls.ts';
import { CODE } from '#core/identity/code-purposes.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import type { SecondProof, SecondProofMethod, SecondProofPurpose } from '#core/identity/proof.ts';
import { listKeyProofs } from '#core/identity/ukey-calls.ts';
import { call } from '../../call.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './proof.module.css';

interface ProofRequest {
  fields: ReactNode;
  /** Whether a possible proof was typed. */
  isReady: boolean;
  /** The proof in wire format, valid for one request. */
  take: () => Promise<SecondProof>;
  /** Clears the input: each proof can be sent only once. */
  clear: () => void;
}

/**
 * Asks for a proof of identity before a UKey is bound or an API key is made: the signing password or an SMS code,
 * whichever the platform accepts. Needs the namespace `agent`.
 */
export function useSecondProof(disabled: boolean, purpose: SecondProofPurpose = 'BIND_KEY'): ProofRequest {
  const { t } = useTranslation('agent');
  const person = useSession((s) => s.userExtendInfo);
  const proofs = useQuery(queryOf(listKeyProofs, {}));
  const [chosen, setChosen] = useState<SecondProofMethod>();
  const [secret, setSecret] = useState('');
  const methods = proofs.data?.methods ?? [];
  const method = methods.find((one) => one === chosen) ?? methods[0];
  const sendCode = async () => {
    await call(sendAuthCode, { authCodeType: purpose });
    toast({ tone: 'success', text: t('proof.sent', { mobile: person?.perPhone ?? '' }) });
  };

  const fieldsFor = (asked: SecondProofMethod): ReactNode => (
    <>
      {methods.length > 1 && (
        <RadioGroup
          label={t('proof.label')}
          value={asked}
          onChange={(next) => {
            setChosen(next);
            setSecret('');
          }}
          disabled={disabled}
          options={methods.map((value) => ({ value, label: t(`proof.${value}`) }))}
        />
      )}
      {asked === 'PASSWORD' ? (
        <PasswordField
          label={t('proof.PASSWORD')}
          hint={t(`proof.about.${purpose}`)}
          autoComplete="off"
          maxLength={20}
          value={secret}
          onChange={setSecret}
          disabled={disabled}
        />
      ) : (
        <div className={style.code}>
          <CodeField
            label={t('proof.SMS')}
            hint={t(`proof.about.${purpose}`)}
            value={secret}
            onChange={setSecret}
            disabled={disabled}
          />
          <CountdownButton label={t('proof.send')} onSend={sendCode} disabled={disabled} />
        </div>
      )}
    </>
  );

  return {
    fields: method ? (
      <>
        {purpose === 'BIND_KEY' && proofs.data?.attestedOnly && (
          <Notice tone="info">{t('proof.attestedOnly')}</Notice>
        )}
        {fieldsFor(method)}
      </>
    ) : proofs.error ? (
      <ErrorState error={proofs.error} onRetry={() => void proofs.refetch()} />
    ) : proofs.data ? (
      <p>{t(`proof.none.${purpose}`)}</p>
    ) : (
      <LoadingState />
    ),
    isReady: method === 'SMS' ? CODE.test(secret) : method === 'PASSWORD' && secret !== '',
    clear: () => setSecret(''),
    async take() {
      if (method === 'SMS') return { method, code: secret };
      const key = await call(getPasswordKey, {});
      return {
        method: 'PASSWORD',
        password: await encryptPassword({ ...key, spki: fromBase64(key.spki) }, secret),
      };
    },
  };
}
