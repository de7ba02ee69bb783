import { Navigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { companyProblem } from '#core/realname/company-problem.ts';
import { listEntAuth, withdrawEntAuth } from '#core/realname/enterprise-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { ENTERPRISE_AUTH_BADGES } from '../../parts/badges/enterprise.ts';
import { APPLICATION_BADGES } from '../../parts/badges/person.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { reasonText } from './person-form.tsx';
import style from './realname.module.css';

type Row = OutputOf<typeof listEntAuth>[number];

/** /account/ent ([2.11]): the person's own applications for enterprises; starts a new one. */
export function EntListPage() {
  const { t } = useTranslation(['realname', 'error']);
  const refresh = useRefresh();
  const [removing, setRemoving] = useState<Row>();
  const list = useQuery(queryOf(listEntAuth, {}));
  const [params] = useSearchParams();
  const entId = params.get('entId');
  const start = (
    <LinkButton to="/auth/company?currentComp=AuthInit" kind="primary" icon="plus">
      {t('ents.start')}
    </LinkButton>
  );
  // With an `entId`, redirects to the application of that enterprise.
  if (entId) return <Navigate to={`/auth/company?currentComp=AuthInit&entId=${entId}`} replace />;
  return (
    <Page title={t('ents.title')} about={t('ents.about')} actions={start}>
      <Panel>
        {list.error && !list.data ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <LoadingState />
        ) : list.data.length === 0 ? (
          <EmptyState icon="building" title={t('ents.none')}>
            {t('ents.noneText')}
          </EmptyState>
        ) : (
          <ul className={style.items}>
            {list.data.map((row) => (
              <Item key={row.applicationId} row={row} onRemove={() => setRemoving(row)} />
            ))}
          </ul>
        )}
      </Panel>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('ents.removeTitle')}
        thing={removing?.entName || t('ents.unnamed')}
        consequence={t('ents.consequence')}
        tone="danger"
        confirmLabel={t('ents.remove')}
        onConfirm={async () => {
          if (!removing) return;
          await call(withdrawEntAuth, { applicationId: removing.applicationId });
          await refresh(withdrawEntAuth);
        }}
      />
    </Page>
  );
}

function Item({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const { t } = useTranslation(['realname', 'error']);
  const name = row.entName || t('ents.unnamed');
  // Only for states that wait for others; a draft waits for the applicant.
  const problem =
    row.businessStatus === 'DISABLE' || row.state === 'REVIEWING' || row.authStatus === 'PENDING_REAUTH'
      ? companyProblem(row.businessStatus, row.authStatus)
      : null;
  const open = row.state === 'DRAFT' || row.state === 'CHECKING' || row.state === 'REVIEWING';
  const to = open
    ? `/auth/company?currentComp=AuthInit&id=${row.applicationId}`
    : `/auth/company?currentComp=AuthInit&entId=${row.entId}`;
  return (
    <li>
      <Avatar name={name} size={36} square />
      <span className={style.itemWords}>
        <strong>{name}</strong>
        <span className={style.hint}>
          {t('ents.updated', { time: formatDateTime(row.updateTime) })}
          {row.state === 'REJECTED' && row.reason && ` · ${reasonText(row.reason, t)}`}
        </span>
        {problem && <span className={style.hint}>{t(`error:${problem}`)}</span>}
      </span>
      <Badge {...ENTERPRISE_AUTH_BADGES[row.authStatus]}>{t(`entStatus.${row.authStatus}`)}</Badge>
      {row.state !== 'PASSED' && (
        <Badge {...APPLICATION_BADGES[row.state]}>{t(`application.${row.state}`)}</Badge>
      )}
      {row.businessStatus !== 'DISABLE' && (
        <LinkButton to={to} size="small">
          {t(open ? `ents.open.${row.state}` : row.state === 'PASSED' ? 'ents.recertify' : 'done.again')}
        </LinkButton>
      )}
      {row.state === 'DRAFT' && (
        <Button size="small" kind="quiet" icon="trash" onClick={onRemove}>
          {t('ents.remove')}
        </Button>
      )}
    </li>
  );
}
