import { useBlocker } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import type { BatchView } from '#core/task/batch-calls.ts';
import type { Consent } from '#core/task/calls.ts';
import { listConsentMethods } from '#core/task/consent-calls.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { AgentGate, focusFirst } from '../../agent/agent-gate.tsx';
import { TokenForm, useTokenLogin } from '../../agent/token-form.tsx';
import { ConsentWay, typedConsent } from '../../consent/consent-way.tsx';
import { SignNotice, useNoticeRead } from '../sign-notice.tsx';
import style from './batch.module.css';
import { BatchProgress, BatchTasks } from './batch-tasks.tsx';
import { type BatchTaskName, type Serials, serialsOn, useBatch, type Way } from './use-batch.ts';

/** Offered until the available methods are loaded. */
const BASIC: Way[] = ['PASSWORD', 'SMS'];

/**
 * Signs many tasks at once: a dialog with the state of each ([4.2a]), its files and signers, which can be reviewed
 * before. One consent covers everything shown, or a UKey signs the tasks one by one. Exactly the shown state is signed.
 * The dialog stays open while it works ([4.2b]); if the UKey is removed or the network fails it pauses and resumes at
 * the same point ([8.7i]), also after a reload: the server stores the batch.
 */
export default function BatchSignDialog(props: Props) {
  const [isNoticeRead, onNoticeRead] = useNoticeRead();
  if (isNoticeRead) return <BatchWindow {...props} />;
  return <SignNotice onClose={() => props.onClose([])} onRead={onNoticeRead} />;
}

interface Props {
  tasks: readonly BatchTaskName[];
  /** A batch that was started before. */
  stored?: BatchView;
  /** Called with the ids of the tasks signed in this dialog. */
  onClose: (signed: readonly string[]) => void;
}

function BatchWindow({ tasks, stored, onClose }: Props) {
  const { t } = useTranslation(['batchSign', 'agent', 'sign']);
  const person = useSession((s) => s.userExtendInfo);
  const [wanted, setWanted] = useState<Way>(person?.hasSignPassword === false ? 'SMS' : 'PASSWORD');
  const batch = useBatch(tasks, stored, wanted);
  const { rows, working, way } = batch;
  const left = rows.filter(({ state }) => state === 'waiting').length;
  const started = working || left < rows.length;
  useHold(working, t('unfinished'));
  const close = () => {
    if (working) return toast({ tone: 'warning', text: t('unfinished') });
    void batch.end();
    onClose(rows.filter(({ state }) => state === 'success').map(({ planId: taskId }) => taskId));
  };
  const label = t(started ? 'resume' : 'start', { count: left });
  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      width="wide"
      actions={
        working ? (
          <Button pending={batch.stopping} onClick={batch.halt}>
            {t('stop')}
          </Button>
        ) : (
          <Button onClick={close}>{t('close')}</Button>
        )
      }
    >
      <div className={style.batch}>
        <BatchProgress rows={rows} about={started ? undefined : t('about')} />
        {stored && !working && left > 0 && <Notice tone="info">{t('resumed')}</Notice>}
        <BatchTasks rows={rows} shown={batch.shown} errorOf={batch.errorOf} />
        {left === 0 && !working ? (
          <Outcome batch={batch} />
        ) : (
          <>
            {batch.failure && <Notice tone="warning">{batch.failure}</Notice>}
            {batch.confirmed && !working ? (
              <Button
                kind="primary"
                wide
                onClick={() => {
                  void batch.onwards(batch.confirmed!);
                }}
              >
                {label}
              </Button>
            ) : (
              <>
                {!working && <Choices batch={batch} onWay={setWanted} />}
                {way === 'UKEY' ? (
                  <AgentGate>{(tokens) => <ByToken batch={batch} tokens={tokens} label={label} />}</AgentGate>
                ) : (
                  !working && <ByConsent key={way} batch={batch} way={way} label={label} left={left} />
                )}
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

type Batch = ReturnType<typeof useBatch>;

/** Choice of the enterprise's seal and of the consent method. */
function Choices({ batch, onWay }: { batch: Batch; onWay: (way: Way) => void }) {
  const { t } = useTranslation(['batchSign', 'sign']);
  const methods = useQuery(queryOf(listConsentMethods, {}));
  const { stamps, stamp, way } = batch;
  const needed = [...batch.shown.values()].some(({ signerList }) =>
    signerList.some((s) => s.mine && s.entName),
  );
  return (
    <>
      {stamps.length > 1 && (
        <Select
          label={t('seal')}
          value={stamp!.sealId}
          onChange={batch.setSealId}
          options={stamps.map((one) => ({ value: one.sealId, label: one.name }))}
        />
      )}
      {batch.seals.data && stamps.length === 0 && needed && <Notice tone="warning">{t('noSeal')}</Notice>}
      <RadioGroup
        label={t('sign:method')}
        value={way}
        onChange={(next) => {
          batch.forgetPhone();
          // A seal with its key in a UKey requires consent by UKey.
          if (stamp?.onUkey && next !== 'UKEY')
            batch.setSealId(stamps.find((one) => !one.onUkey)?.sealId ?? stamp.sealId);
          onWay(next);
        }}
        options={(stamps.length > 0 && stamps.every((one) => one.onUkey) ? [] : (methods.data ?? BASIC))
          .concat('UKEY')
          .map((value) => ({ value, label: t(`sign:methodName.${value}`) }))}
      />
    </>
  );
}

/** Consent by password, code or phone, once for the whole batch. */
function ByConsent({
  batch,
  way,
  label,
  left,
}: {
  batch: Batch;
  way: Consent['method'];
  label: string;
  left: number;
}) {
  const { t } = useTranslation('batchSign');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const typed = way === 'PASSWORD' || way === 'SMS' ? way : undefined;
  const complete = typed === 'PASSWORD' ? password !== '' : /^\d{6}$/.test(code);
  const ready = !batch.reading && (typed ? complete : true);
  const onPhone = typed === undefined && batch.opened !== undefined;
  const submit = async () => {
    if (!ready) return;
    if (!typed) return batch.prepare();
    await batch.byTyped(() => typedConsent(typed, { password, code }));
    setPassword('');
    setCode('');
  };
  return (
    <form
      className={style.batch}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {(typed || onPhone) && (
        <ConsentWay
          key={batch.opened ?? 'typed'}
          method={way}
          subject={{ kind: 'BATCH', id: batch.opened ?? '' }}
          onRevisionChanged={batch.forgetPhone}
          onConsent={batch.byPhone}
          onRefused={batch.forgetPhone}
          autoFocus
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
        />
      )}
      {!onPhone && (
        <Button type="submit" kind="primary" wide disabled={!ready}>
          {typed ? label : t(way === 'PASSKEY' ? 'withPasskey' : 'getCode', { count: left })}
        </Button>
      )}
    </form>
  );
}

/** The result after all were attempted: the number signed, and a retry for the others if it may help. */
function Outcome({ batch }: { batch: Batch }) {
  const { t } = useTranslation('batchSign');
  const count = (state: string) => batch.rows.filter((row) => row.state === state).length;
  const failed = count('exception');
  const again = batch.rows.filter(({ problem }) => problem?.again).length;
  return (
    <Notice
      tone={failed > 0 ? 'warning' : 'success'}
      actions={
        again > 0 && (
          <Button
            onClick={() => {
              void batch.tryAgain();
            }}
          >
            {t('again', { count: again })}
          </Button>
        )
      }
    >
      {failed > 0 ? t('some', { done: count('success'), failed }) : t('done')}
    </Notice>
  );
}

/** The UKey and its PIN; while signing, a reminder not to remove it. */
function ByToken({ batch, tokens, label }: { batch: Batch; tokens: readonly TokenInfo[]; label: string }) {
  const { t } = useTranslation('agent');
  const { working, reading, setHeld } = batch;
  const login = useTokenLogin(tokens);
  const { serial, token } = login;
  const [unlocking, setUnlocking] = useState(false);
  useTokenSerials(serial, setHeld);
  const form = useRef<HTMLFormElement>(null);
  const worked = useRef(false);
  // When stopped, the focus moves to the button that continues.
  useEffect(() => {
    if (worked.current && !working) focusFirst(form.current);
    worked.current = working;
  }, [working]);
  if (working) return <Notice tone="info">{t('leaveIn')}</Notice>;
  const ready = token !== undefined && !reading;
  const submit = async () => {
    if (!token || !ready) return;
    setUnlocking(true);
    const isUnlocked = await login.attempt((_, unlockIt) => unlockIt());
    setUnlocking(false);
    if (isUnlocked) await batch.byToken(token);
  };
  return (
    <TokenForm
      login={login}
      label={label}
      working={unlocking}
      ready={ready}
      onSubmit={submit}
      formRef={form}
    />
  );
}

/** Finds out which certificates are on a UKey, so that the seal is offered that it can stamp. */
function useTokenSerials(serial: string | undefined, onSerials: (serials: Serials) => void): void {
  useEffect(() => {
    if (!serial) return;
    let isWanted = true;
    serialsOn(serial).then(
      (found) => isWanted && onSerials(found),
      // What is wrong with the UKey is said when it is used.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [serial, onSerials]);
}

/** While `holding` neither a way back nor a closed tab ends the page unasked. */
function useHold(holding: boolean, why: string): void {
  const blocker = useBlocker(holding);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    toast({ tone: 'warning', text: why });
    blocker.reset();
  }, [blocker, why]);
  useEffect(() => {
    if (!holding) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [holding]);
}
