import { useNavigate } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import {
  completeQuickFiles,
  listQuickFiles,
  type QuickRow,
  revokeQuickFiles,
} from '#core/quicksign/calls.ts';
import { QUICK_STATES, type QuickState } from '#core/quicksign/states.ts';
import { call } from '../../call.ts';
import { businessTypeText } from '../../looks/business-type.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Badge, type StateLook } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { dayEnd, dayStart } from '../../ui/table/day-range.ts';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { type ListState, useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { useDownload } from './use-download.ts';

const LOOKS: Record<QuickState, StateLook> = {
  IN_PROGRESS: { tone: 'warning', icon: 'pen' },
  SIGNED: { tone: 'success', icon: 'seal' },
  REVOKED: { tone: 'neutral', icon: 'undo' },
  COMPLETED: { tone: 'success', icon: 'success' },
};

const NO_FILTERS = {
  taskName: '',
  businessType: '',
  taskFileType: '',
  status: '',
  signed: ['', ''] as readonly string[],
};

/** /quickSignManage/quickList: what was signed at once, and what waits for it ([3.16], [4.6]). */
export function QuickList() {
  const { t } = useTranslation('quicksign');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const state = useListState(NO_FILTERS);
  const owner = useSession((s) => s.activeUser?.id);
  const may = useMay('quick_sign');
  const download = useDownload();
  const input = useMemo(() => listInput(state), [state]);
  const list = useQuery({
    ...queryOf(listQuickFiles, input, owner),
    placeholderData: keepPreviousData,
  });
  const [revoking, setRevoking] = useState<QuickRow>();
  const changed = () => refresh(completeQuickFiles);

  const complete = async ({ id, taskName }: QuickRow) => {
    try {
      await call(completeQuickFiles, { id });
      toast({ tone: 'success', text: t('completed', { name: taskName }) });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    }
    await changed();
  };
  const columns: Column<QuickRow>[] = [
    {
      id: 'taskName',
      title: t('field.taskName'),
      minWidth: 200,
      sort: true,
      fixed: true,
      cell: (row) => (
        <Link to={`/quickSignManage/quickfilePreview?id=${row.id}`} quiet>
          {row.taskName}
        </Link>
      ),
    },
    {
      id: 'status',
      title: t('field.status'),
      minWidth: 112,
      cell: ({ status }) => <Badge {...LOOKS[status]}>{t(`status.${status}`)}</Badge>,
    },
    {
      id: 'businessType',
      title: t('field.businessType'),
      minWidth: 120,
      cell: (row) => businessTypeText(t, row),
    },
    { id: 'taskFileType', title: t('field.taskFileType'), minWidth: 90 },
    { id: 'signTime', title: t('field.signTime'), kind: 'dateTime', sort: true },
    { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true },
    { id: 'fileNum', title: t('field.files'), kind: 'number', hidden: true },
  ];
  const action = (
    id: QuickRow['actions'][number],
    icon: RowAction<QuickRow>['icon'],
    onAction: (row: QuickRow) => void,
  ): RowAction<QuickRow> => ({
    id,
    label: t(`action.${id}`),
    icon,
    danger: id === 'revoke',
    hidden: (row) => !may || !row.actions.includes(id),
    onAction,
  });
  const options = (values: readonly string[], name: (value: string) => string) => [
    { value: '', label: t('any') },
    ...values.map((value) => ({ value, label: name(value) })),
  ];
  return (
    <Page
      title={t('list')}
      actions={
        may && (
          <LinkButton to="/quickSignManage/fileQuickSign" kind="primary" icon="seal">
            {t('start')}
          </LinkButton>
        )
      }
    >
      <Panel>
        <SearchForm
          fields={[
            { name: 'taskName', label: t('field.taskName'), maxLength: 100 },
            {
              name: 'businessType',
              label: t('field.businessType'),
              kind: 'select',
              options: options(BUSINESS_TYPES, (value) => t(`ui:businessType.${value}`)),
            },
            {
              name: 'status',
              label: t('field.status'),
              kind: 'select',
              options: options(QUICK_STATES, (value) => t(`status.${value}`)),
            },
            {
              name: 'taskFileType',
              label: t('field.taskFileType'),
              kind: 'select',
              options: options(['PDF', 'OFD'], (value) => value),
            },
            { name: 'signed', label: t('field.signTime'), kind: 'dateRange' },
          ]}
          values={state.filters}
          onSearch={state.search}
        />
        <Table
          {...pagedTable(list, state)}
          code="quicksign"
          label={t('list')}
          columns={columns}
          rowKey={(row) => row.id}
          empty={
            <EmptyState icon="seal" title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          }
          actions={[
            action('sign', 'pen', ({ id }) => navigate(`/quickSignManage/fileQuickSign?id=${id}`)),
            action('preview', 'eye', ({ id }) => navigate(`/quickSignManage/quickfilePreview?id=${id}`)),
            action('download', 'download', (row) => void download(row)),
            action('complete', 'folder', (row) => void complete(row)),
            action('revoke', 'undo', setRevoking),
          ]}
        />
      </Panel>
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t('revoke.title')}
        thing={revoking?.taskName ?? ''}
        consequence={t('revoke.consequence')}
        tone="danger"
        confirmLabel={t('action.revoke')}
        onConfirm={async () => {
          if (!revoking) return;
          await call(revokeQuickFiles, { id: revoking.id });
          toast({ tone: 'success', text: t('revoke.done', { name: revoking.taskName }) });
          await changed();
        }}
      />
    </Page>
  );
}

type Input = InputOf<typeof listQuickFiles>;

/** What the call is asked for; a range of days runs from the first day's beginning to the last one's end here. */
function listInput({ page, filters }: ListState<typeof NO_FILTERS>): Input {
  const { signed, ...texts } = filters;
  const range = { signFrom: dayStart(signed[0]), signTo: dayEnd(signed[1]) };
  return filledIn({ ...page, ...texts, ...range }) as Input;
}
