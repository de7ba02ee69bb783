import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saveApplyJoinEnt } from '#core/company/calls.ts';
import { claimEntry, listOwnEntries, type OwnEntry } from '#core/employee/entry-calls.ts';
import type { NewcomerState } from '#core/employee/newcomer.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { endSession } from '../../session/end-session.ts';
import { useSession } from '../../session/session-store.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './entry.module.css';
import { EntryForm } from './entry-form.tsx';
import { dropToken, storedToken } from './entry-token.ts';
import { dropDraft } from './open-entry.ts';

const BADGES: Record<NewcomerState, StateBadge> = {
  TO_COLLECT: BADGE.due,
  COLLECTING: BADGE.due,
  TO_REVIEW: BADGE.waiting,
  TO_CORRECT: BADGE.caution,
  COMPLETED: BADGE.done,
  CANCELLED: BADGE.undone,
};

/** /account/entry: the person's own onboarding forms. Claims a link opened before logging in first. */
export function EntryPage() {
  const { t } = useTranslation(['entry', 'error', 'ui']);
  const refresh = useRefresh();
  const requested = useRef(false);
  const claim = useMutation({
    mutationFn: (token: string) => call(claimEntry, { token }),
    meta: { silent: true },
    onSuccess: () => {
      dropToken();
      return refresh(claimEntry);
    },
  });
  const { mutate } = claim;
  useEffect(() => {
    const token = storedToken();
    if (token === '' || requested.current) return;
    requested.current = true;
    mutate(token);
  }, [mutate]);
  const list = useQuery(queryOf(listOwnEntries, {}));
  const entries = list.data?.entries;
  return (
    <Page title={t('title')} about={t('about')}>
      {claim.error && (
        <Notice
          tone="error"
          actions={
            <span className={style.row}>
              <Button size="small" onClick={() => endSession()}>
                {t('otherAccount')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  dropToken();
                  claim.reset();
                }}
              >
                {t('dismiss')}
              </Button>
            </span>
          }
        >
          {errorText(claim.error, t)}
        </Notice>
      )}
      {list.error && !entries ? (
        <Panel>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Panel>
      ) : !entries || claim.isPending ? (
        <Panel>
          <LoadingState />
        </Panel>
      ) : entries.length === 0 ? (
        <Panel>
          <EmptyState icon="users" title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        </Panel>
      ) : (
        entries.map((entry) => <Entry key={entry.newcomerId} entry={entry} />)
      )}
    </Page>
  );
}

function Entry({ entry }: { entry: OwnEntry }) {
  const { t } = useTranslation('entry');
  const isOpen = entry.state === 'COLLECTING' || entry.state === 'TO_CORRECT';
  const accountId = useSession((s) => s.loginUser?.userId) ?? '';
  const ended = entry.state === 'COMPLETED';
  useEffect(() => {
    if (ended) dropDraft(entry.newcomerId, accountId);
  }, [ended, entry.newcomerId, accountId]);
  return (
    <section className={style.entry} aria-label={entry.entName}>
      <header className={style.head}>
        <h2>{entry.entName}</h2>
        <Badge {...BADGES[entry.state]}>{t(`state.${entry.state}`)}</Badge>
      </header>
      {isOpen ? (
        <EntryForm entry={entry} />
      ) : ended ? (
        <Completed entry={entry} />
      ) : (
        <Notice>{t('waiting')}</Notice>
      )}
    </section>
  );
}

/** A completed form; offers to apply to join the enterprise, which its administrator decides. */
function Completed({ entry }: { entry: OwnEntry }) {
  const { t } = useTranslation(['entry', 'error', 'ui']);
  const refresh = useRefresh();
  const join = useMutation({
    mutationFn: () => call(saveApplyJoinEnt, { entId: entry.entId, applyReason: t('join.reason') }),
    meta: { silent: true },
    onSuccess: () => toast({ tone: 'success', text: t('join.done') }),
    onSettled: () => refresh('employee.listOwnEntries', saveApplyJoinEnt),
  });
  return (
    <>
      <Notice
        tone="success"
        actions={
          !entry.member && (
            <Button size="small" icon="building" pending={join.isPending} onClick={() => join.mutate()}>
              {t('join.submit')}
            </Button>
          )
        }
      >
        {t(entry.member ? 'completed.joined' : 'completed.text')}
      </Notice>
      {join.error && <Notice tone="error">{errorText(join.error, t)}</Notice>}
    </>
  );
}
