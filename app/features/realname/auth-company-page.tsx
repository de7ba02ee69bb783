import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/**
 * /auth/company ([2.11], [2.21]): the wizard, then the result. `id` is an application, `entId` an enterprise to verify
 * again; without either, opens the draft of a new application.
 */
export function AuthCompanyPage() {
  const { t } = useTranslation(['realname', 'error']);
  const person = usePerson();
  const status = person.data?.authStatus;
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
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const entId = params.get('entId') ?? '';
  const [asking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: async (of: string) => {
      // The application belongs to the person, so the session must not act for the enterprise being verified again.
      if (getSession().token?.entId) await switchIdentity('');
      return call(startEntAuth, { entId: of });
    },
    onSuccess: ({ applicationId }) =>
      setParams({ currentComp: 'AuthInit', id: applicationId }, { replace: true }),
    meta: { silent: true },
  });
  const { mutate } = start;
  useEffect(() => {
    if (id === '') mutate(entId);
  }, [id, entId, mutate]);
  const application = useQuery({
    ...queryOf(getEntAuth, { applicationId: id }),
    enabled: id !== '',
    // the values being typed are newer than a refetch would return
    refetchOnWindowFocus: false,
  });
  const again = async () => {
    await refresh('realname');
    await refresh('identity');
  };
  const enter = useMutation({ mutationFn: switchIdentity, onSuccess: () => navigate('/home') });
  const error = start.error ?? application.error;
  const data = application.data;
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => (id === '' ? mutate(entId) : void application.refetch())} />
      </Panel>
    );
  if (!data)
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
      {data.state === 'DRAFT' && <EntWizard key={id} application={data} onSent={again} />}
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
        <Outcome
          kind="good"
          title={t('done.passed', { name: data.entName })}
          actions={
            <>
              <LinkButton to="/account/ent">{t('done.list')}</LinkButton>
              <Button kind="primary" pending={enter.isPending} onClick={() => enter.mutate(data.entId)}>
                {t('done.enter')}
              </Button>
            </>
          }
        >
          {t('done.text')}
        </Outcome>
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
