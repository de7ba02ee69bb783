import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { type BatchView, closeBatch, confirmBatch, openBatch } from '#core/task/batch-calls.ts';
import { type Consent, getTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { call, isClientError } from '../../../call.ts';
import { queryOf, renew, staleAfter } from '../../../query.ts';
import { isRevisionChanged } from '../../../wire/revision-changed.ts';
import { agentText } from '../../agent/agent-text.ts';
import { certificatesOn } from '../../agent/ukey-steps.ts';
import {
  type BatchRow,
  fillingsOf,
  isSigned,
  isStamp,
  type RowChange,
  type UsableSeal,
} from './batch-row.ts';
import { isLost, signByConsent } from './sign-by-consent.ts';
import { type ReadyTask, signWithToken } from './sign-with-token.ts';

export interface BatchTaskName {
  planId: string;
  taskName: string;
}

/** Serial numbers of certificates, hexadecimal. */
export type Serials = ReadonlySet<string>;
const NONE: Serials = new Set();
export const serialsOn = async (ukeySerial: string): Promise<Serials> =>
  new Set((await certificatesOn(ukeySerial)).map(({ certificate }) => certificate.serialHex));

/** How the signer consents; with a UKey the device signs. */
export type Way = Consent['method'] | 'UKEY';

const rowOf = ({ planId: taskId, taskName, state, problem }: BatchView['items'][number]): BatchRow => ({
  planId: taskId,
  taskName,
  state: ({ WAITING: 'waiting', EXCEPTION: 'exception', SUCCESS: 'success' } as const)[state],
  problem: problem ? { words: problem.message, again: true } : undefined,
});

/** The seal that is put on the tasks: the one that was chosen, or one that the way of signing can use. */
export function useStamp(wanted: Way) {
  const usable = queryOf(listUsableSeals, {});
  const seals = useQuery(usable);
  const [sealId, setSealId] = useState<string>();
  const [serials, setSerials] = useState<Serials>(NONE);
  const stamps = (seals.data ?? []).filter(isStamp);
  const stampOf = (all: readonly UsableSeal[], way: Way, here: Serials): UsableSeal | undefined => {
    const chosen = all.find((one) => one.sealId === sealId);
    if (chosen) return chosen;
    // An enterprise may have others on other UKeys.
    const onUkey =
      all.find((one) => one.onUkey && one.certificate && here.has(one.certificate.serial)) ??
      all.find((one) => one.onUkey);
    return (way === 'UKEY' ? onUkey : all.find((one) => !one.onUkey)) ?? all[0];
  };
  const stamp = stampOf(stamps, wanted, serials);
  // The key of this seal is in a UKey: no other way will do.
  const way: Way = stamp?.onUkey ? 'UKEY' : wanted;
  /** All seals for the tasks, the chosen one first; loaded if necessary. */
  const sealsFor = (all: readonly UsableSeal[], here: Serials): UsableSeal[] => {
    const taken = stampOf(all.filter(isStamp), way, here);
    return [...(taken ? [taken] : []), ...all.filter((one) => !isStamp(one))];
  };
  return { seals, stamps, stamp, way, setSealId, held: serials, setHeld: setSerials, sealsFor, usable };
}

/** What is shown of each task before it is signed. */
function useTasks(tasks: readonly BatchTaskName[]) {
  const details = useQueries({
    queries: tasks.map(({ planId: taskId }) => queryOf(getTask, { planId: taskId })),
  });
  const at = (taskId: string) => details[tasks.findIndex((task) => task.planId === taskId)];
  return {
    shown: new Map(details.flatMap(({ data }) => (data ? [[data.planId, data]] : []))),
    /** Whether one has not been shown yet; what changes after that is found out when it is signed. */
    reading: details.some(({ isPending }) => isPending),
    errorOf: (taskId: string): unknown => at(taskId)?.error ?? undefined,
    readAgain: (taskIds: readonly string[]) => Promise.all(taskIds.map((taskId) => at(taskId)?.refetch())),
  };
}

/**
 * State of a batch of tasks and the ways to sign those that are pending. The server stores it, so that it can be
 * resumed after a reload; `stored` is a stored one.
 */
export function useBatch(tasks: readonly BatchTaskName[], view: BatchView | undefined, wanted: Way) {
  const { t } = useTranslation('batchSign');
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly BatchRow[]>(
    () => view?.items.map(rowOf) ?? tasks.map((task) => ({ ...task, state: 'waiting' })),
  );
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [stopping, setStopping] = useState(false);
  const stop = useRef(false);
  /** A batch that has consent and is not finished. */
  const [confirmed, setConfirmed] = useState(view?.goodUntil ? view.batchId : undefined);
  /** A batch that waits for a confirmation on the phone. */
  const [opened, setOpened] = useState<string>();
  const last = useRef(view?.batchId);
  const details = useTasks(tasks);
  const { shown, errorOf, readAgain } = details;
  const stamping = useStamp(wanted);
  useEffect(
    () => () => {
      stop.current = true;
    },
    [],
  );

  const change = (taskIds: readonly string[], to: RowChange) =>
    setRows((old) =>
      old.map((row) =>
        taskIds.includes(row.planId) ? { planId: row.planId, taskName: row.taskName, ...to } : row,
      ),
    );
  const textOf = (error: unknown) => (isRevisionChanged(error) ? t('changed') : agentText(error, t));
  const waiting = rows.filter(({ state }) => state === 'waiting');

  /** Those that can be signed now as they are shown; the others are exceptions. */
  const ready = async (serial?: string): Promise<ReadyTask[]> => {
    const all = stamping.seals.data ?? (await client.fetchQuery(stamping.usable));
    const here = serial && stamping.held === NONE ? await serialsOn(serial) : stamping.held;
    const seals = stamping.sealsFor(all, here);
    return waiting.flatMap(({ planId: taskId }) => {
      const task = shown.get(taskId);
      // What could not be shown is not signed.
      if (!task) {
        change([taskId], { state: 'exception', problem: { words: textOf(errorOf(taskId)), again: true } });
        return [];
      }
      // Signed before, when the answer was lost on its way.
      if (isSigned(task)) {
        change([taskId], { state: 'success' });
        return [];
      }
      const fillings = fillingsOf(task, seals);
      if (typeof fillings !== 'string') return [{ planId: taskId, seen: seenOf(task.documents), fillings }];
      const texts = {
        NOT_YOURS: t('notYours'),
        HAND_NEEDED: t('handNeeded'),
        FIELDS_NEEDED: t('fieldsNeeded'),
        NO_SEAL: t('noSeal'),
      }[fillings];
      change([taskId], { state: 'exception', problem: { words: texts, again: fillings === 'NO_SEAL' } });
      return [];
    });
  };
  const open = async (list: readonly ReadyTask[]): Promise<string> => {
    const { batchId } = await call(openBatch, { tasks: [...list] });
    last.current = batchId;
    return batchId;
  };
  /** The window stays open while `work` runs; its result is the reason why it stopped. */
  const run = async (work: () => Promise<string | undefined>) => {
    setWorking(true);
    setStopping(false);
    setFailure(undefined);
    stop.current = false;
    try {
      setFailure(await work());
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setWorking(false);
      await renew(client, staleAfter('task'));
    }
  };
  const whyStopped = (broken: unknown): string | undefined => {
    if (broken === undefined) return undefined;
    if (isLost(broken)) return t('lostLine');
    if (!isClientError(broken) || broken.code !== ERROR_CODES.BATCH_CONSENT_ENDED) return textOf(broken);
    setConfirmed(undefined);
    return t('consentEnded');
  };
  const goOn = async (batchId: string, taskIds: readonly string[]) => {
    const broken = await signByConsent(
      batchId,
      taskIds,
      (some) => change(some, { state: 'signing' }),
      (items) => {
        for (const item of items) {
          const { state, problem } = rowOf(item);
          const changed = item.problem?.code === ERROR_CODES.REVISION_CHANGED;
          change([item.planId], {
            state,
            problem: problem && { ...problem, words: changed ? t('changed') : problem.words },
          });
        }
      },
      (some) => change(some, { state: 'waiting' }),
      () => stop.current,
    );
    return whyStopped(broken);
  };

  const sign = async (batchId: string, consent: Consent, taskIds: readonly string[]) => {
    await call(confirmBatch, { batchId, consent });
    setConfirmed(batchId);
    setOpened(undefined);
    return goOn(batchId, taskIds);
  };
  return {
    ...details,
    ...stamping,
    rows,
    working,
    failure,
    stopping,
    confirmed: waiting.length > 0 ? confirmed : undefined,
    opened,
    /** Stops after those that are under way. */
    halt: () => {
      stop.current = true;
      setStopping(true);
    },
    /** Stores the batch until it is confirmed on the phone. */
    prepare: () =>
      run(async () => {
        const list = await ready();
        if (list.length > 0) setOpened(await open(list));
        return undefined;
      }),
    byPhone: (consent: Consent) =>
      opened
        ? run(() =>
            sign(
              opened,
              consent,
              waiting.map(({ planId: taskId }) => taskId),
            ),
          )
        : Promise.resolve(),
    forgetPhone: () => setOpened(undefined),
    byTyped: (consentOf: () => Promise<Consent>) =>
      run(async () => {
        const list = await ready();
        if (list.length === 0) return undefined;
        return sign(
          await open(list),
          await consentOf(),
          list.map(({ planId: taskId }) => taskId),
        );
      }),
    onwards: (batchId: string) =>
      run(() =>
        goOn(
          batchId,
          waiting.map(({ planId: taskId }) => taskId),
        ),
      ),
    byToken: (token: TokenInfo) =>
      run(async () => {
        const list = await ready(token.serial);
        if (list.length > 0) await open(list);
        const broken = await signWithToken(
          list,
          token.serial,
          (taskId, state, error) =>
            change([taskId], {
              state,
              problem: error === undefined ? undefined : { words: textOf(error), again: true },
            }),
          () => stop.current,
        );
        return broken === undefined || isLost(broken) ? whyStopped(broken) : t('stopped');
      }),
    /** Those that failed for a reason that may be over wait again, as they are now; what was consented to was another state. */
    tryAgain: async () => {
      const some = rows.filter(({ problem }) => problem?.again).map(({ planId: taskId }) => taskId);
      setConfirmed(undefined);
      await readAgain(some);
      change(some, { state: 'waiting' });
    },
    /** Deletes the stored batch when nothing is pending. */
    end: async () => {
      if (last.current && rows.every(({ state }) => state === 'success'))
        await call(closeBatch, { batchId: last.current }).catch(() => undefined);
    },
  };
}
