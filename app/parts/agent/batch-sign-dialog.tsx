import { useBlocker } from '@remix-run/react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import type { OutputOf } from '#core/call.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { getPlan } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { queryOf, staleAfter } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './agent.module.css';
import { AgentGate, focusFirst } from './agent-gate.tsx';
import { agentText } from './agent-text.ts';
import { type BatchRow, type BatchState, isLost, signBatch } from './sign-batch.ts';
import { TokenForm, useTokenLogin } from './token-form.tsx';
import { certificatesOn } from './ukey-deeds.ts';

type UsableSeals = OutputOf<typeof listUsableSeals>;
/** Those that stand for the enterprise. */
const stampsOf = (all: UsableSeals = []): UsableSeals =>
  all.filter(({ category }) => !['PERSONAL', 'HANDWRITTEN', 'DATE'].includes(category));

/** Serial numbers of certificates, hexadecimal. */
type Serials = ReadonlySet<string>;
const NONE: Serials = new Set();
const serialsOn = async (ukeySerial: string): Promise<Serials> =>
  new Set((await certificatesOn(ukeySerial)).map(({ certificate }) => certificate.serialHex));

const ICONS = { waiting: 'circle', exception: 'error', success: 'success' } as const;

/** Failed for a reason that may be over, or looked at anew: it can be tried again. */
const mayTryAgain = ({ state, problem }: BatchRow): boolean =>
  state === 'exception' && (typeof problem === 'object' || problem === 'CHANGED');

/**
 * Signs many tasks with one UKey: a window with the state of each ([4.2a]), its files and who has signed them, which can
 * be looked at before the PIN is typed. What is signed is what was shown then. It stays open while it works ([4.2b]); when
 * the UKey is taken out or the network goes it stops and goes on where it was ([8.7i]).
 */
export default function BatchSignDialog({
  tasks,
  onClose,
}: {
  tasks: readonly { planId: string; taskName: string }[];
  /** Gets the ids of those that are signed now. */
  onClose: (signed: readonly string[]) => void;
}) {
  const { t } = useTranslation('agent');
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly BatchRow[]>(() =>
    tasks.map((task) => ({ ...task, state: 'waiting' })),
  );
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stop = useRef(false);
  const [stopping, setStopping] = useState(false);
  const details = useQueries({ queries: tasks.map(({ planId }) => queryOf(getPlan, { planId })) });
  const shown = new Map(details.flatMap(({ data }) => (data ? [[data.planId, data]] : [])));
  const reading = details.some(({ isPending, isFetching }) => isPending || isFetching);
  const errorOf = (planId: string): unknown =>
    details[tasks.findIndex((task) => task.planId === planId)]?.error ?? undefined;
  const { seals, stamps, stamp, setSealId, held, setHeld, stampOf, usable } = useStamp();
  const count = (state: BatchState) => rows.filter((row) => row.state === state).length;
  const left = count('waiting');
  const again = rows.filter(mayTryAgain).length;
  const started = left < rows.length;
  useHold(working, t('batch.unfinished'));
  useEffect(
    () => () => {
      stop.current = true;
    },
    [],
  );

  const start = async (token: TokenInfo) => {
    setWorking(true);
    setStopping(false);
    setFailure(undefined);
    stop.current = false;
    try {
      // The PIN may be typed before the seals and the certificates have come.
      const all: UsableSeals = seals.data ?? (await client.fetchQuery(usable)) ?? [];
      const taken = stampOf(stampsOf(all), held === NONE ? await serialsOn(token.serial) : held);
      const personal = all.filter(({ category }) => category === 'PERSONAL');
      const change = (planId: string, to: Pick<BatchRow, 'state' | 'problem'>) =>
        setRows((old) => old.map((row) => (row.planId === planId ? { ...row, ...to } : row)));
      const waiting = rows.filter(({ state }) => state === 'waiting');
      // What could not be shown is not signed.
      for (const { planId } of waiting)
        if (!shown.has(planId)) change(planId, { state: 'exception', problem: { error: errorOf(planId) } });
      const broken = await signBatch(
        waiting.flatMap((row) => {
          const task = shown.get(row.planId);
          return task ? [{ ...row, seen: seenOf(task.documents) }] : [];
        }),
        token.serial,
        [...(taken ? [taken] : []), ...personal],
        change,
        () => stop.current,
      );
      if (broken !== undefined) setFailure(isLost(broken) ? agentText(broken, t) : t('batch.stopped'));
    } catch (error) {
      setFailure(agentText(error, t));
    } finally {
      setWorking(false);
      await client.invalidateQueries(staleAfter('task'));
    }
  };
  const close = () => {
    if (working) return toast({ tone: 'warning', text: t('batch.unfinished') });
    onClose(rows.filter(({ state }) => state === 'success').map(({ planId }) => planId));
  };

  return (
    <Dialog
      open
      onClose={close}
      title={t('batch.title')}
      width="wide"
      actions={
        working ? (
          <Button
            pending={stopping}
            onClick={() => {
              stop.current = true;
              setStopping(true);
            }}
          >
            {t('batch.stop')}
          </Button>
        ) : (
          <Button onClick={close}>{t('batch.close')}</Button>
        )
      }
    >
      <div className={style.progress}>
        <Progress started={started} rows={rows.length} left={left} signed={count('success')} />
        <ul className={style.tasks}>
          {rows.map((row) => (
            <li key={row.planId} data-state={row.state}>
              {row.state === 'signing' ? <Spinner /> : <Icon name={ICONS[row.state]} size={16} />}
              <span className={style.name}>{row.taskName}</span>
              <span>{t(`batch.state.${row.state}`)}</span>
              <ShownTask task={shown.get(row.planId)} error={errorOf(row.planId)} />
              {row.problem && <span className={style.why}>{whyNot(row, t)}</span>}
            </li>
          ))}
        </ul>
        {left === 0 && !working ? (
          <Outcome
            signed={count('success')}
            failed={count('exception')}
            again={again}
            onAgain={() => {
              for (const [i, task] of tasks.entries())
                if (!shown.has(task.planId)) void details[i]!.refetch();
              setRows((old) =>
                old.map((row) =>
                  mayTryAgain(row) ? { planId: row.planId, taskName: row.taskName, state: 'waiting' } : row,
                ),
              );
            }}
          />
        ) : (
          <>
            {stamps.length > 1 && !working && (
              <Select
                label={t('batch.seal')}
                value={stamp!.sealId}
                onChange={setSealId}
                options={stamps.map((one) => ({ value: one.sealId, label: one.name }))}
              />
            )}
            {seals.data && stamps.length === 0 && <Notice tone="warning">{t('batch.noSeal')}</Notice>}
            {failure && <Notice tone="warning">{failure}</Notice>}
            <AgentGate>
              {(tokens) => (
                <Start
                  tokens={tokens}
                  working={working}
                  ready={!reading}
                  label={started ? t('batch.resume', { count: left }) : t('batch.start', { count: left })}
                  onStart={start}
                  onHeld={setHeld}
                />
              )}
            </AgentGate>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The seal that is put on the tasks: the one that was chosen, or one whose certificate is on this UKey. */
function useStamp() {
  const usable = queryOf(listUsableSeals, {});
  const seals = useQuery(usable);
  const [sealId, setSealId] = useState<string>();
  const stamps = stampsOf(seals.data);
  const [held, setHeld] = useState<Serials>(NONE);
  /** The one that was chosen, or one whose certificate is on this UKey; an enterprise may have others on other UKeys. */
  const stampOf = (all: UsableSeals, here: Serials) =>
    all.find((one) => one.sealId === sealId) ??
    all.find((one) => one.onUkey && one.certificate && here.has(one.certificate.serial)) ??
    all.find((one) => one.onUkey) ??
    all[0];
  const stamp = stampOf(stamps, held);
  return { seals, stamps, stamp, setSealId, held, setHeld, stampOf, usable };
}

function whyNot({ problem }: BatchRow, t: TFunction<'agent'>): string {
  if (problem === 'HAND_NEEDED') return t('batch.handNeeded');
  if (problem === 'NOT_YOURS') return t('batch.notYours');
  if (problem === 'CHANGED') return t('batch.changed');
  return problem ? agentText(problem.error, t) : '';
}

/** How many are signed; what this window is for until the first was begun. */
function Progress({
  started,
  rows,
  left,
  signed,
}: {
  started: boolean;
  rows: number;
  left: number;
  signed: number;
}) {
  const { t } = useTranslation('agent');
  if (!started) return <p className={style.about}>{t('batch.about')}</p>;
  return (
    <>
      <progress className={style.bar} max={rows} value={rows - left} aria-label={t('batch.title')} />
      <p className={style.about} aria-live="polite">
        {t('batch.progress', { done: signed, total: rows })}
      </p>
    </>
  );
}

/** All were tried: how many were signed, and the way to try the others again where it may help. */
function Outcome({
  signed,
  failed,
  again,
  onAgain,
}: {
  signed: number;
  failed: number;
  again: number;
  onAgain: () => void;
}) {
  const { t } = useTranslation('agent');
  return (
    <Notice
      tone={failed > 0 ? 'warning' : 'success'}
      actions={again > 0 && <Button onClick={onAgain}>{t('batch.again', { count: again })}</Button>}
    >
      {failed > 0 ? t('batch.some', { done: signed, failed }) : t('batch.done')}
    </Notice>
  );
}

/** What of a task is signed: its files, and whose signatures they have; with the way to its pages. */
function ShownTask({ task, error }: { task: OutputOf<typeof getPlan> | undefined; error: unknown }) {
  const { t } = useTranslation('agent');
  if (!task) return <span className={style.why}>{error ? agentText(error, t) : t('batch.reading')}</span>;
  const [first] = task.documents;
  const signed = task.signerList
    .filter(({ status, mine }) => status === 'SIGNED' && !mine)
    .map(({ entName, userName }) => entName || userName);
  return (
    <span className={style.why}>
      {t('batch.files', { name: first?.fileName ?? '', count: task.documents.length })}
      {signed.length > 0 && ` · ${t('batch.signedBy', { names: signed.join(t('batch.and')) })}`}{' '}
      <Link to={`/contract/preview?planId=${task.planId}`} newTab>
        {t('batch.look')}
      </Link>
    </span>
  );
}

function Start({
  tokens,
  working,
  ready,
  label,
  onStart,
  onHeld,
}: {
  tokens: readonly TokenInfo[];
  working: boolean;
  /** Whether the tasks stand there to be looked at. */
  ready: boolean;
  label: string;
  onStart: (token: TokenInfo) => Promise<void>;
  onHeld: (serials: Serials) => void;
}) {
  const { t } = useTranslation('agent');
  const login = useTokenLogin(tokens);
  const { serial, token } = login;
  const [unlocking, setUnlocking] = useState(false);
  useEffect(() => {
    if (!serial) return;
    let wanted = true;
    serialsOn(serial).then(
      (found) => wanted && onHeld(found),
      // What is wrong with the UKey is said when it is used.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [serial, onHeld]);
  const form = useRef<HTMLFormElement>(null);
  const worked = useRef(false);
  // Stopped: the way on is what comes next.
  useEffect(() => {
    if (worked.current && !working) focusFirst(form.current);
    worked.current = working;
  }, [working]);
  if (working) return <Notice tone="info">{t('leaveIn')}</Notice>;
  const submit = async () => {
    if (!token || !ready) return;
    setUnlocking(true);
    const isUnlocked = await login.attempt((_, unlockIt) => unlockIt());
    setUnlocking(false);
    if (isUnlocked) await onStart(token);
  };
  return (
    <TokenForm
      login={login}
      label={label}
      working={unlocking}
      ready={token !== undefined && ready}
      onSubmit={submit}
      formRef={form}
    />
  );
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
