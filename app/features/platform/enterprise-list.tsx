import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import {
  askRecertification,
  changeEdition,
  listPlatformEnterprises,
  type PlatformEnterprise,
  switchEnterprise,
} from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { call } from '../../call.ts';
import { BUSINESS_LOOKS, EDITION_LOOKS, ENTERPRISE_AUTH_LOOKS } from '../../looks/enterprise.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';

const NO_FILTERS = { entName: '', authStatus: '', businessStatus: '' };
const ACTS = ['disable', 'enable', 'recertify', 'toBusiness', 'toStandard'] as const;
type Act = (typeof ACTS)[number];

const MAY_DO: Record<Act, (row: PlatformEnterprise) => boolean> = {
  disable: (row) => row.businessStatus === 'ENABLE',
  enable: (row) => row.businessStatus === 'DISABLE',
  recertify: (row) => row.authStatus === 'AUTH' && row.businessStatus !== 'DISABLE',
  toBusiness: (row) => row.edition === 'STANDARD',
  toStandard: (row) => row.edition === 'BUSINESS',
};

/** What ends something that the opposite act does not bring back: sessions, or the right to be switched into. */
const ENDS: Record<Act, boolean> = {
  disable: true,
  enable: false,
  recertify: true,
  toBusiness: false,
  toStandard: false,
};

/** Does it to the row as it was seen: what somebody else changed meanwhile is told, not overwritten. */
function perform(act: Act, { entId, businessStatus, edition }: PlatformEnterprise, reason: string) {
  if (act === 'recertify') return call(askRecertification, { entId, reason });
  if (act === 'toBusiness' || act === 'toStandard')
    return call(changeEdition, {
      entId,
      from: edition,
      to: act === 'toBusiness' ? 'BUSINESS' : 'STANDARD',
      reason,
    });
  return call(switchEnterprise, {
    entId,
    from: businessStatus === 'DISABLE' ? 'DISABLE' : 'ENABLE',
    to: act === 'disable' ? 'DISABLE' : 'ENABLE',
    reason,
  });
}

/** /platform/enterprise ([6.1], [8.3a]): all enterprises, to disable, enable or have verified again, and their edition ([6.6g]). */
export function EnterpriseList() {
  const { t } = useTranslation(['platform', 'realname']);
  const refresh = useRefresh();
  const state = useListState(NO_FILTERS);
  const [doing, setDoing] = useState<{ act: Act; row: PlatformEnterprise }>();
  const input = useMemo(
    () => filledIn({ ...state.page, ...state.filters }) as InputOf<typeof listPlatformEnterprises>,
    [state.page, state.filters],
  );
  const list = useQuery({
    ...queryOf(listPlatformEnterprises, input),
    placeholderData: keepPreviousData,
  });
  const columns: Column<PlatformEnterprise>[] = [
    {
      id: 'entName',
      title: t('ent.name'),
      minWidth: 140,
      fixed: true,
      gives: true,
      cell: (row) => <span title={row.entName}>{row.entName}</span>,
    },
    { id: 'creditCode', title: t('ent.code'), minWidth: 160 },
    {
      id: 'authStatus',
      title: t('ent.auth'),
      minWidth: 100,
      cell: (row) => (
        <Badge {...ENTERPRISE_AUTH_LOOKS[row.authStatus]}>{t(`realname:entStatus.${row.authStatus}`)}</Badge>
      ),
    },
    {
      id: 'businessStatus',
      title: t('ent.business'),
      minWidth: 100,
      cell: (row) => (
        <Badge {...BUSINESS_LOOKS[row.businessStatus]}>{t(`business.${row.businessStatus}`)}</Badge>
      ),
    },
    {
      id: 'edition',
      title: t('ent.edition'),
      minWidth: 100,
      cell: (row) => <Badge {...EDITION_LOOKS[row.edition]}>{t(`edition.${row.edition}`)}</Badge>,
    },
    { id: 'administrator', title: t('ent.administrator'), minWidth: 80 },
    { id: 'ownerType', title: t('ent.owner'), cell: (row) => t(`owner.${row.ownerType}`), hidden: true },
    { id: 'createTime', title: t('ent.createTime'), kind: 'date' },
  ];
  const actions: RowAction<PlatformEnterprise>[] = ACTS.map((act) => ({
    id: act,
    label: t(`act.${act}`),
    danger: ENDS[act],
    hidden: (row) => !MAY_DO[act](row),
    onAction: (row) => setDoing({ act, row }),
  }));
  const options = (values: readonly string[], name: (value: string) => string) => [
    { value: '', label: t('any') },
    ...values.map((value) => ({ value, label: name(value) })),
  ];
  const act = doing?.act ?? 'disable';
  return (
    <Page title={t('ent.title')}>
      <Panel>
        <SearchForm
          fields={[
            { name: 'entName', label: t('ent.name'), maxLength: 100 },
            {
              name: 'authStatus',
              label: t('ent.auth'),
              kind: 'select',
              options: options(ENTERPRISE_AUTH, (value) => t(`realname:entStatus.${value}`)),
            },
            {
              name: 'businessStatus',
              label: t('ent.business'),
              kind: 'select',
              options: options(ENTERPRISE_BUSINESS, (value) => t(`business.${value}`)),
            },
          ]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="platform.enterprise"
          label={t('ent.title')}
          columns={columns}
          rowKey={(row) => row.entId}
          empty={<EmptyState icon="building" title={t('ent.none')} />}
          actions={actions}
        />
      </Panel>
      <ConfirmDialog
        open={doing !== undefined}
        onClose={() => setDoing(undefined)}
        title={t(`act.${act}Title`)}
        thing={doing?.row.entName ?? ''}
        consequence={t(`act.${act}Text`)}
        tone={ENDS[act] ? 'danger' : 'neutral'}
        confirmLabel={t(`act.${act}`)}
        reason={{ label: t('act.reason'), maxLength: REALNAME_LIMITS.reason }}
        onConfirm={async (reason) => {
          if (!doing) return;
          try {
            await perform(act, doing.row, reason);
            toast({ tone: 'success', text: t(`act.${act}Done`, { name: doing.row.entName }) });
          } finally {
            await refresh(switchEnterprise);
          }
        }}
      />
    </Page>
  );
}
