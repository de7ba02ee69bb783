import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import {
  type AdminApplicationRow,
  decideOrphanApplication,
  listOrphanApplications,
} from '#core/company/administrator-calls.ts';
import { ADMIN_STATES } from '#core/company/states.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { call, isClientError } from '../../call.ts';
import { ADMIN_LOOKS } from '../../looks/enterprise.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';

const NO_FILTERS = { applyStatus: 'TO_APPROVE' };
const REASON_LENGTH = 100;
/** Somebody else was quicker: there is nothing to decide any more. */
const GONE: readonly number[] = [ERROR_CODES.APPLICATION_DECIDED, ERROR_CODES.APPLICATION_WITHDRAWN];

/** /platform/administrator ([4.9b]): who may lead an enterprise that has no administrator. */
export function AdministratorList() {
  const { t } = useTranslation('platform');
  const refresh = useRefresh();
  const state = useListState(NO_FILTERS);
  const [doing, setDoing] = useState<{ pass: boolean; row: AdminApplicationRow }>();
  const input = useMemo((): InputOf<typeof listOrphanApplications> => {
    const applyStatus = ADMIN_STATES.find((one) => one === state.filters.applyStatus);
    return { ...state.page, ...(applyStatus ? { applyStatus } : {}) };
  }, [state.page, state.filters]);
  const list = useQuery({
    ...queryOf(listOrphanApplications, input),
    placeholderData: keepPreviousData,
  });
  const columns: Column<AdminApplicationRow>[] = [
    { id: 'entName', title: t('ent.name'), minWidth: 220, fixed: true },
    { id: 'name', title: t('lead.applicant'), minWidth: 110 },
    { id: 'mobile', title: t('lead.mobile'), minWidth: 130 },
    { id: 'reason', title: t('lead.why'), kind: 'long', minWidth: 200 },
    {
      id: 'state',
      title: t('review.state'),
      minWidth: 112,
      cell: (row) => <Badge {...ADMIN_LOOKS[row.state]}>{t(`lead.state.${row.state}`)}</Badge>,
    },
    { id: 'applyTime', title: t('review.submitTime'), kind: 'dateTime' },
  ];
  const waits = (row: AdminApplicationRow) => row.state === 'TO_APPROVE';
  const actions: RowAction<AdminApplicationRow>[] = [
    {
      id: 'pass',
      label: t('review.pass'),
      icon: 'check',
      hidden: (row) => !waits(row),
      onAction: (row) => setDoing({ pass: true, row }),
    },
    {
      id: 'reject',
      label: t('review.reject'),
      hidden: (row) => !waits(row),
      onAction: (row) => setDoing({ pass: false, row }),
    },
  ];
  async function decide(remark: string) {
    if (!doing) return;
    const { pass, row } = doing;
    try {
      await call(decideOrphanApplication, { applyId: row.applyId, pass, remark });
      toast({
        tone: 'success',
        text: t(pass ? 'lead.passed' : 'lead.rejected', { name: row.name, enterprise: row.entName }),
      });
    } catch (error) {
      if (!isClientError(error) || !GONE.includes(error.code)) throw error;
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      await refresh(decideOrphanApplication);
    }
  }
  const filtered = state.filters.applyStatus !== NO_FILTERS.applyStatus;
  return (
    <Page title={t('lead.title')} about={t('lead.about')}>
      <Panel>
        <SearchForm
          fields={[
            {
              name: 'applyStatus',
              label: t('review.state'),
              kind: 'select',
              options: [
                { value: 'ALL', label: t('any') },
                ...ADMIN_STATES.map((value) => ({ value, label: t(`lead.state.${value}`) })),
              ],
            },
          ]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="platform.administrator"
          label={t('lead.title')}
          columns={columns}
          rowKey={(row) => row.applyId}
          filtered={filtered}
          empty={
            <EmptyState icon="user" title={t('review.none')}>
              {t('lead.noneText')}
            </EmptyState>
          }
          actions={actions}
        />
      </Panel>
      {doing && (
        <ConfirmDialog
          open
          onClose={() => setDoing(undefined)}
          title={t(doing.pass ? 'lead.passTitle' : 'review.rejectTitle')}
          thing={`${doing.row.name} ${doing.row.mobile}`}
          consequence={t(doing.pass ? 'lead.passText' : 'lead.rejectText', { enterprise: doing.row.entName })}
          tone="neutral"
          confirmLabel={t(doing.pass ? 'review.pass' : 'review.reject')}
          {...(doing.pass ? {} : { reason: { label: t('review.reasonLabel'), maxLength: REASON_LENGTH } })}
          onConfirm={decide}
        />
      )}
    </Page>
  );
}
