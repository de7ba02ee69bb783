import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { disableSeal, enableSeal, listSeals, type SealRow } from '#core/seal/calls.ts';
import { continueCertificate, updateCertificate, withdrawCertificate } from '#core/seal/certificate-calls.ts';
import { CERTIFICATE_STATES, ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { CERTIFICATE_LOOKS, ENABLED_LOOKS, UPDATE_LOOKS } from './looks.ts';
import { SealDetails } from './seal-details.tsx';
import { SealThumb } from './seal-picture.tsx';

// The builder brings the drawing of seals; a look at the list does not need it.
const SealBuilder = lazy(() => import('./seal-builder.tsx').then((m) => ({ default: m.SealBuilder })));

const EMPTY = { stampName: '', certificateStatus: '', stampCategory: '', enabled: '' };

type Open = {
  kind: 'create' | 'authorize' | 'delete' | 'apply' | 'details' | 'redraw';
  row?: SealRow;
} | null;

/** Seals of the enterprise ([2.19a]). */
export function SealList() {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const state = useListState(EMPTY);
  const [open, setOpen] = useState<Open>(null);
  const input = useMemo(
    () => filledIn({ ...state.page, ...state.filters }) as InputOf<typeof listSeals>,
    [state.page, state.filters],
  );
  const list = useQuery({
    ...queryOf(listSeals, input),
    // An application under way ends by itself: the list shows it without a reload.
    refetchInterval: ({ state: { data } }) =>
      data?.records.some((row) => row.certificateStatus === 'APPLYING') ? 3_000 : false,
  });
  const run = useMutation({
    mutationFn: async ({ row, deed }: { row: SealRow; deed: Deed }) => {
      await call(DEEDS[deed], { stampId: row.stampId });
      return t(`done.${deed}`, { name: row.stampName });
    },
    onSuccess: (text, { deed }) => {
      toast({ tone: 'success', text });
      return refresh(DEEDS[deed]);
    },
  });

  const columns = useMemo((): Column<SealRow>[] => columnsOf(t), [t]);
  const actions = useMemo((): RowAction<SealRow>[] => {
    const may = (action: SealRow['actions'][number]) => (row: SealRow) => !row.actions.includes(action);
    const deed = (id: Deed, needs: SealRow['actions'][number], icon: RowAction<SealRow>['icon']) => ({
      id,
      label: t(`action.${id}`),
      icon,
      hidden: may(needs),
      onAction: (row: SealRow) => run.mutate({ row, deed: id }),
    });
    return [
      {
        id: 'details',
        label: t('action.details'),
        icon: 'eye',
        onAction: (row) => setOpen({ kind: 'details', row }),
      },
      {
        id: 'apply',
        label: t('action.apply'),
        icon: 'certificate',
        hidden: may('apply'),
        onAction: (row) => setOpen({ kind: 'apply', row }),
      },
      deed('continue', 'continue', 'certificate'),
      deed('update', 'update', 'refresh'),
      {
        id: 'authorize',
        label: t('action.authorize'),
        icon: 'users',
        hidden: may('authorize'),
        onAction: (row) => setOpen({ kind: 'authorize', row }),
      },
      {
        id: 'redraw',
        label: t('action.redraw'),
        icon: 'pen',
        hidden: may('redraw'),
        onAction: (row) => setOpen({ kind: 'redraw', row }),
      },
      deed('disable', 'disable', 'ban'),
      deed('enable', 'enable', 'check'),
      deed('withdraw', 'continue', 'undo'),
      {
        id: 'delete',
        label: t('action.delete'),
        icon: 'trash',
        danger: true,
        hidden: may('delete'),
        onAction: (row) => setOpen({ kind: 'delete', row }),
      },
    ];
  }, [t, run.mutate]);

  const any = { value: '', label: t('any') };
  const fields = [
    { name: 'stampName', label: t('field.name'), maxLength: 50 },
    {
      name: 'certificateStatus',
      label: t('field.certificate'),
      kind: 'select' as const,
      options: [any, ...CERTIFICATE_STATES.map((value) => ({ value, label: t(`certificate.${value}`) }))],
    },
    {
      name: 'stampCategory',
      label: t('field.category'),
      kind: 'select' as const,
      options: [any, ...ENTERPRISE_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))],
    },
    {
      name: 'enabled',
      label: t('field.enabled'),
      kind: 'select' as const,
      options: [
        any,
        { value: 'true', label: t('enabled.true') },
        { value: 'false', label: t('enabled.false') },
      ],
    },
  ];
  const close = () => setOpen(null);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={create}>
      <Panel>
        <SearchForm fields={fields} values={state.filters} onSearch={state.search} />
        <Table
          {...pagedTable(list, state)}
          code="seal.list"
          label={t('title')}
          columns={columns}
          rowKey={(row) => row.stampId}
          empty={
            <EmptyState icon="seal" title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          }
          actions={actions}
        />
      </Panel>
      {open?.kind === 'create' && (
        <Suspense>
          <SealBuilder onClose={close} />
        </Suspense>
      )}
      {open?.kind === 'redraw' && open.row && (
        <Suspense>
          <SealBuilder onClose={close} stampId={open.row.stampId} />
        </Suspense>
      )}
      {open?.kind === 'authorize' && open.row && <AuthorizeDialog row={open.row} onClose={close} />}
      {open?.kind === 'apply' && open.row && <ApplyDialog row={open.row} onClose={close} />}
      {open?.kind === 'delete' && open.row && <DeleteDialog row={open.row} onClose={close} />}
      {open?.kind === 'details' && open.row && <SealDetails row={open.row} onClose={close} />}
    </Page>
  );
}

const DEEDS = {
  enable: enableSeal,
  disable: disableSeal,
  continue: continueCertificate,
  withdraw: withdrawCertificate,
  update: updateCertificate,
} as const;
type Deed = keyof typeof DEEDS;

type Translate = ReturnType<typeof useTranslation<'seal'>>['t'];

const columnsOf = (t: Translate): Column<SealRow>[] => [
  {
    id: 'drawing',
    title: t('field.picture'),
    width: 84,
    fixed: true,
    cell: (row) => <SealThumb drawing={row.drawing} name={row.stampName} />,
  },
  { id: 'stampName', title: t('field.name'), minWidth: 140, sort: true, fixed: true },
  {
    id: 'stampCategory',
    title: t('field.category'),
    cell: (row) => t(`category.${row.stampCategory}`),
    sort: true,
  },
  { id: 'shape', title: t('field.shape'), cell: (row) => t(`shape.${row.shape}`), hidden: true },
  {
    id: 'size',
    title: t('field.size'),
    cell: (row) => t('size', { width: row.widthMm, height: row.heightMm }),
  },
  { id: 'method', title: t('field.method'), cell: (row) => t(`method.${row.method}`), hidden: true },
  {
    id: 'certificateStatus',
    title: t('field.certificate'),
    minWidth: 120,
    cell: (row) =>
      row.certificateUpdate === 'NONE' ? (
        <Badge {...CERTIFICATE_LOOKS[row.certificateStatus]}>
          {t(`certificate.${row.certificateStatus}`)}
        </Badge>
      ) : (
        <Badge {...UPDATE_LOOKS[row.certificateUpdate]}>{t(`update.${row.certificateUpdate}`)}</Badge>
      ),
  },
  {
    id: 'enabled',
    title: t('field.enabled'),
    cell: (row) => <Badge {...ENABLED_LOOKS[`${row.enabled}`]}>{t(`enabled.${row.enabled}`)}</Badge>,
  },
  {
    id: 'authorized',
    title: t('field.authorized'),
    cell: (row) => peopleOf(row.authorized, t),
  },
  { id: 'creator', title: t('field.creator'), hidden: true },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true },
];

/** Three names at most; the rest is in the dialog. */
function peopleOf(names: readonly string[], t: Translate): string {
  if (names.length === 0) return t('nobody');
  const first = names.slice(0, 3).join(t('comma'));
  return names.length > 3 ? t('people', { names: first, count: names.length }) : first;
}
