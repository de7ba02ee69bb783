import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isSameName } from '#core/identity/compare-names.ts';
import { listEntAuth } from '#core/realname/enterprise-calls.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import { getTask } from '#core/task/calls.ts';
import { getLoggedTodoTasks } from '#core/task/home-calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from './outcome.tsx';

const OPEN: readonly ApplicationState[] = ['DRAFT', 'CHECKING', 'REVIEWING'];
/** What waits for its signer is far less; the calls answer with no more on one page. */
const MANY = 100;

/** Contracts that wait for the person's signature as an operator of an enterprise. */
function useTodoFor(entId: string) {
  const { data } = useQuery(queryOf(getLoggedTodoTasks, { current: 1, size: MANY }));
  return data?.records.filter((one) => one.entId === entId);
}

/**
 * The contract for whose sake an enterprise is verified, as the named operator sees it meanwhile, and their application
 * for that enterprise. `isPending` until both are known; `contract` is undefined where nothing waits, or no more.
 */
export function useWaitingContract() {
  const [params] = useSearchParams();
  const taskId = params.get('planId') ?? '';
  // Only the person sees it: the enterprise that is acted for is another one.
  const isPerson = useSession((s) => s.token?.entId === '');
  const enabled = taskId !== '' && isPerson;
  const task = useQuery({
    ...queryOf(getTask, { planId: taskId }),
    enabled,
    retry: false,
    meta: { silent: true },
  });
  const list = useQuery({ ...queryOf(listEntAuth, {}), enabled });
  const contract = task.data?.waitsFor ? task.data : undefined;
  const begun = list.data?.find(
    ({ state, entName }) => contract && OPEN.includes(state) && isSameName(entName, contract.waitsFor),
  );
  return {
    taskId,
    contract,
    begunId: begun?.applicationId ?? '',
    isPending: enabled && (task.isPending || list.isPending),
  };
}

type Contract = NonNullable<ReturnType<typeof useWaitingContract>['contract']>;

/** Says for which contract the enterprise is verified, and by what name. */
export function WaitingNotice({ contract }: { contract: Contract }) {
  const { t } = useTranslation('realname');
  return (
    <Notice
      actions={
        <LinkButton size="small" to={`/contract/preview?planId=${contract.planId}`}>
          {t('person.readFirst')}
        </LinkButton>
      }
    >
      {t('ent.forContract', {
        initiator: contract.initiator,
        task: contract.taskName,
        name: contract.waitsFor,
        deadline: formatDateTime(contract.endTime),
      })}
    </Notice>
  );
}

/** The enterprise is verified: on to the contract that waits for it, or into the enterprise. */
export function Passed({ entId, entName, taskId }: { entId: string; entName: string; taskId: string }) {
  const { t } = useTranslation('realname');
  const navigate = useNavigate();
  const todo = useTodoFor(entId);
  const waiting = todo?.find((one) => one.planId === taskId) ?? todo?.[0];
  const enter = useMutation({
    mutationFn: async (to: string) => {
      await switchIdentity(entId);
      return to;
    },
    onSuccess: (to) => navigate(to),
  });
  const goTo = (to: string) => ({
    pending: enter.isPending && enter.variables === to,
    onClick: () => enter.mutate(to),
  });
  return (
    <Outcome
      kind="good"
      title={t('done.passed', { name: entName })}
      actions={
        waiting ? (
          <>
            <Button {...goTo('/home')}>{t('done.enter')}</Button>
            <Button kind="primary" {...goTo(`/fileSign/fileSign?planId=${waiting.planId}`)}>
              {t('person.toContract')}
            </Button>
          </>
        ) : (
          <>
            <LinkButton to="/account/ent">{t('done.list')}</LinkButton>
            <Button kind="primary" {...goTo('/home')}>
              {t('done.enter')}
            </Button>
          </>
        )
      }
    >
      {waiting ? t('done.waiting', { initiator: waiting.initiator, task: waiting.taskName }) : t('done.text')}
    </Outcome>
  );
}
