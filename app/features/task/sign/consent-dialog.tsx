import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { getPasswordKey, sendAuthCode } from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import { signPlan } from '#core/task/calls.ts';
import { call } from '../../../call.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { CountdownButton } from '../../../ui/countdown-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ProgressSteps } from '../../../ui/steps.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import type { Fillings, UsableSeal } from './fillings.ts';
import style from './sign.module.css';
import type { TaskDetail } from './use-task.ts';

export type SignAnswer = OutputOf<typeof signPlan>;

interface Props {
  open: boolean;
  onClose: () => void;
  task: TaskDetail;
  signer: TaskDetail['signerList'][number];
  what: string;
  seals: readonly UsableSeal[];
  fillings: Fillings;
  onDone: (answer: SignAnswer) => void;
}

type Method = 'PASSWORD' | 'SMS';

/** What is signed, as whom and with what; then the proof of willingness ([4.15a]), and the steps of the signing. */
export function ConsentDialog({ open, onClose, task, signer, what, seals, fillings, onDone }: Props) {
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const person = useSession((s) => s.userExtendInfo);
  const [method, setMethod] = useState<Method>(person?.hasSignPassword === false ? 'SMS' : 'PASSWORD');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // One deed however often it is tried: an answer lost on the way is asked for again under the same id.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const ready = method === 'PASSWORD' ? password !== '' : /^\d{6}$/.test(code);

  const sign = async () => {
    setWorking(true);
    setFailure(undefined);
    try {
      const answer = await call(
        signPlan,
        { planId: task.planId, consent: await consentOf(method, password, code), fillings: wireOf(fillings) },
        { requestId },
      );
      await queries.invalidateQueries({ queryKey: ['task'], refetchType: 'none' });
      onDone(answer);
    } catch (error) {
      setFailure(error);
      // What the server refused was not done: the next try is another deed, with another password or code.
      setRequestId(crypto.randomUUID());
    } finally {
      setWorking(false);
      setPassword('');
      setCode('');
    }
  };
  const sendCode = async () => {
    await call(sendAuthCode, { authCodeType: 'SIGN' });
    toast({ tone: 'success', text: t('codeSent', { mobile: person?.perPhone ?? '' }) });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={working}
      title={t('confirmTitle')}
      actions={
        <>
          <Button onClick={onClose} disabled={working}>
            {t('cancel')}
          </Button>
          <Button kind="primary" pending={working} disabled={!ready && !working} onClick={sign}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <dl className={style.summary}>
        <dt>{t('summary.task')}</dt>
        <dd>{task.taskName}</dd>
        <dt>{t('summary.files')}</dt>
        <dd>{t('summary.fileCount', { count: task.documents.length })}</dd>
        <dt>{t('summary.as')}</dt>
        <dd>{signer.entName ? `${signer.entName}（${signer.userName}）` : signer.userName}</dd>
        <dt>{t('summary.with')}</dt>
        <dd>{what}</dd>
        <dt>{t('summary.certificate')}</dt>
        <dd>{seals[0]?.certificate?.subject ?? t('summary.ownCertificate')}</dd>
      </dl>
      {working ? (
        <ProgressSteps
          label={t('progress')}
          steps={(['consent', 'digest', 'key', 'store'] as const).map((id, i) => ({
            id,
            title: t(`stepName.${id}`),
            state: i === 0 ? 'running' : 'waiting',
          }))}
        />
      ) : (
        <form
          className={style.methods}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) void sign();
          }}
        >
          <RadioGroup
            label={t('method')}
            value={method}
            onChange={setMethod}
            options={[
              { value: 'PASSWORD', label: t('methodName.PASSWORD') },
              { value: 'SMS', label: t('methodName.SMS') },
            ]}
          />
          {method === 'PASSWORD' ? (
            <PasswordField
              label={t('signPassword')}
              autoComplete="off"
              value={password}
              onChange={setPassword}
            />
          ) : (
            <div className={style.code}>
              <CodeField label={t('code')} value={code} onChange={setCode} />
              <CountdownButton label={t('sendCode')} onSend={sendCode} />
            </div>
          )}
          {failure !== undefined && <Notice tone="error">{errorText(failure, t)}</Notice>}
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  );
}

async function consentOf(method: Method, password: string, code: string) {
  if (method === 'SMS') return { method, code };
  const key = await call(getPasswordKey, {});
  return { method, password: await encryptPassword({ ...key, spki: fromBase64(key.spki) }, password) };
}

type WireFilling = Parameters<typeof call<typeof signPlan>>[1]['fillings'][number];

const wireOf = (fillings: Fillings): WireFilling[] =>
  [...fillings].map(([placementId, filling]) =>
    filling.kind === 'seal'
      ? { placementId, sealId: filling.seal.sealId }
      : { placementId, drawing: filling.drawing as WireFilling['drawing'] },
  );
