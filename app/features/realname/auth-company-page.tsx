import { Navigate, useLocation, useSearchParams } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personPathFor } from '#core/realname/contract-way.ts';
import { getEntAuth, startEntAuth, withdrawEntAuth } from '#core/realname/enterprise-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { getSession } from '../../session/session-store.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { EntWizard } from './ent-wizard.tsx';
import { Outcome } from './outcome.tsx';
import { reasonText } from './person-form.tsx';
import { TransferCheck } from './transfer-check.tsx';
import { usePerson } from './use-person.ts';
import { Passed, useWaitingContract, WaitingNotice } from './waiting-contract.tsx';

/** How often a page asks whether the reviewers have decided. */
const REVIEW_POLL_MS = 20_000;

/**
 * /auth/company ([2.11], [2.21]): the wizard, then the result. `id` is an application, `entId` an enterprise to verify
 * again; without either, opens the draft of a new application. `planId` is the contract that waits for the enterprise: its
 * operator is led through their own verification first, and to the contract afterwards.
 */
export function AuthCompanyPage() {
  const { t } = useTranslation(['realname', 'error']);
  const person = usePerson();
  const status = person.data?.authStatus;
  const { state } = useLocation();
  const [params] = useSearchParams();
  const taskId = params.get('planId');
  if (taskId && status !== undefined && status !== 'AUTH')
    return <Navigate to={personPathFor(taskId)} replace state={state} />;
  return (
    <Page title={t('ent.title')} about={t('ent.about')}>
      {person.error && !status ? (
        <ErrorState error={person.error} onRetry={() => void person.refetch()} />
      ) : !status ? (
        <LoadingState />
      ) : status === 'AUTH' ? (
        <Application />
      ) : (
        <Panel>
          <Notice
            tone="warning"
            actions={
              <LinkButton to="/auth/person?currentComp=AuthInit" kind="primary">
                {t('dialog.start')}
              </LinkButton>
            }
          >
            {t('error:REAL_NAME_NEEDED')}
          </Notice>
        </Panel>
      )}
    </Page>
  );
}

function Application() {
  const { t } = useTranslation(['realname', 'error']);
  const refresh = useRefresh();
  const [params, setParams] = useSearchParams();
  const entId = params.get('entId') ?? '';
  const waiting = useWaitingContract();
  // Who comes back to the contract goes on with the application that they have begun for it.
  const id = params.get('id') ?? waiting.begunId;
  const keep: Record<string, string> = waiting.taskId ? { planId: waiting.taskId } : {};
  const [asking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: async (of: string) => {
      // The application belongs to the person, so the session must not act for the enterprise being verified again.
      if (getSession().token?.entId) await switchIdentity('');
      return call(startEntAuth, { entId: of });
    },
    onSuccess: ({ applicationId }) =>
      setParams({ currentComp: 'AuthInit', id: applicationId, ...keep }, { replace: true }),
    meta: { silent: true },
  });
  const { mutate } = start;
  useEffect(() => {
    if (id === '' && !waiting.isPending) mutate(entId);
  }, [id, entId, mutate, waiting.isPending]);
  const application = useQuery({
    ...queryOf(getEntAuth, { applicationId: id }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'REVIEWING' ? REVIEW_POLL_MS : false),
    // the values being typed are newer than a refetch would return
    refetchOnWindowFocus: false,
  });
  const again = async () => {
    await refresh('realname');
    await refresh('identity');
  };
  const error = start.error ?? application.error;
  const data = application.data;
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => (id === '' ? mutate(entId) : void application.refetch())} />
      </Panel>
    );
  if (!data || waiting.isPending)
    return (
      <Panel>
        <LoadingState />
      </Panel>
    );
  const withdraw = (
    <Button icon="undo" onClick={() => setAsking(true)}>
      {t('ongoing.withdraw')}
    </Button>
  );
  return (
    <Panel>
      {waiting.contract && data.state !== 'PASSED' && <WaitingNotice contract={waiting.contract} />}
      {data.state === 'DRAFT' && (
        <EntWizard key={id} application={data} expected={waiting.contract?.waitsFor ?? ''} onSent={again} />
      )}
      {data.state === 'CHECKING' && data.transfer && (
        <>
          <TransferCheck applicationId={id} transfer={data.transfer} onDone={again} />
          <div>{withdraw}</div>
        </>
      )}
      {data.state === 'REVIEWING' && (
        <Outcome kind="waits" title={t('ongoing.title')} actions={withdraw}>
          {t('ongoing.text', { name: data.entName, time: formatDateTime(data.submitTime) })}
        </Outcome>
      )}
      {data.state === 'PASSED' && (
        <Passed entId={data.entId} entName={data.entName} taskId={waiting.taskId} />
      )}
      {(data.state === 'REJECTED' || data.state === 'ENDED') && (
        <Outcome
          kind="bad"
          title={t(`done.${data.state}`)}
          actions={
            <Button
              kind="primary"
              icon="refresh"
              pending={start.isPending}
              onClick={() => mutate(data.entId)}
            >
              {t('done.again')}
            </Button>
          }
        >
          {data.reason ? t('person.rejected', { reason: reasonText(data.reason, t) }) : t('done.kept')}
        </Outcome>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ongoing.withdrawTitle')}
        thing={data.entName}
        consequence={t('ongoing.entConsequence')}
        tone="neutral"
        confirmLabel={t('ongoing.withdraw')}
        onConfirm={async () => {
          await call(withdrawEntAuth, { applicationId: id });
          await again();
        }}
      />
    </Panel>
  );
}
