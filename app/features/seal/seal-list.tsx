import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { disableSeal, enableSeal, listSeals, type SealRow, setSealApproval } from '#core/seal/calls.ts';
import { continueCertificate, updateCertificate, withdrawCertificate } from '#core/seal/certificate-calls.ts';
import { CERTIFICATE_STATES, ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import type { Column } from '../../ui/table/table.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { CERTIFICATE_BADGES, ENABLED_BADGES, UPDATE_BADGES } from './badges.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { SealDetails } from './seal-details.tsx';
import { SealThumb } from './seal-picture.tsx';

// Lazy: the builder includes the code that draws seals, which the list does not need.
const SealBuilder = lazy(() => import('./seal-builder.tsx').then((m) => ({ default: m.SealBuilder })));

const FILTERS = { stampName: '', certificateStatus: '', stampCategory: '', enabled: '' };

/** Seals of the enterprise ([2.19a]). */
export function SealList() {
  const { t } = useTranslation('seal');
  const list = useList(listSeals, {
    filters: FILTERS,
    // While an application is pending, polls for its result.
    refresh: (rows) => (rows.some((row) => row.certificateStatus === 'APPLYING') ? 3_000 : false),
  });
  return (
    <ListPage
      title={t('title')}
      code="seal.list"
      list={list}
      rowKey={(row) => row.stampId}
      columns={columnsOf(t)}
      actions={actionsOf(t)}
      main={{
        id: 'create',
        label: t('create'),
        icon: 'plus',
        layer: ({ close }) => <SealBuilder onClose={close} />,
      }}
      fields={[
        { name: 'stampName', label: t('field.name'), maxLength: 50 },
        choice('certificateStatus', t('field.certificate'), t('any'), CERTIFICATE_STATES, (value) =>
          t(`certificate.${value}`),
        ),
        choice('stampCategory', t('field.category'), t('any'), ENTERPRISE_CATEGORIES, (value) =>
          t(`category.${value}`),
        ),
        choice('enabled', t('field.enabled'), t('any'), ['true', 'false'], (value) => t(`enabled.${value}`)),
      ]}
      empty={{ icon: 'seal', title: t('empty.title'), text: t('empty.text'), offer: false }}
    />
  );
}

const CALLS = {
  enable: enableSeal,
  disable: disableSeal,
  continue: continueCertificate,
  withdraw: withdrawCertificate,
  update: updateCertificate,
} as const;

/** The actions on a seal; the server returns for each seal which are allowed. */
function actionsOf(t: Translate): Action<SealRow>[] {
  type SealAction = SealRow['actions'][number];
  const common = (id: string, icon: Action<SealRow>['icon'], needs?: SealAction) => ({
    id,
    label: t(`action.${id}`),
    icon,
    ...(needs ? { when: (row: SealRow) => row.actions.includes(needs) } : {}),
  });
  const calls = (
    id: keyof typeof CALLS,
    icon: Action<SealRow>['icon'],
    needs: SealAction,
  ): Action<SealRow> => ({
    ...common(id, icon, needs),
    run: ([{ stampId }]) => call(CALLS[id], { stampId }),
    done: ([{ stampName }]) => t(`done.${id}`, { name: stampName }),
    calls: [CALLS[id]],
  });
  const approval = (id: 'needApproval' | 'dropApproval', needed: boolean): Action<SealRow> => ({
    ...common(id, 'eye', id),
    run: ([{ stampId }]) => call(setSealApproval, { stampId, needed }),
    done: ([{ stampName }]) => t(`done.${id}`, { name: stampName }),
    calls: [setSealApproval],
  });
  return [
    {
      ...common('details', 'eye'),
      layer: ({ rows: [row], close }) => <SealDetails row={row} onClose={close} />,
    },
    {
      ...common('apply', 'certificate', 'apply'),
      layer: ({ rows: [row], close }) => <ApplyDialog row={row} onClose={close} />,
    },
    calls('continue', 'certificate', 'continue'),
    calls('update', 'refresh', 'update'),
    {
      ...common('authorize', 'users', 'authorize'),
      layer: ({ rows: [row], close }) => <AuthorizeDialog row={row} onClose={close} />,
    },
    {
      ...common('redraw', 'pen', 'redraw'),
      layer: ({ rows: [{ stampId }], close }) => <SealBuilder stampId={stampId} onClose={close} />,
    },
    calls('disable', 'ban', 'disable'),
    calls('enable', 'check', 'enable'),
    calls('withdraw', 'undo', 'continue'),
    approval('needApproval', true),
    approval('dropApproval', false),
    {
      ...common('delete', 'trash', 'delete'),
      danger: true,
      layer: ({ rows: [row], close }) => <DeleteDialog row={row} onClose={close} />,
    },
  ];
}

type Translate = ReturnType<typeof useTranslation<'seal'>>['t'];

const columnsOf = (t: Translate): Column<SealRow>[] => [
  {
    id: 'drawing',
    title: t('field.picture'),
    width: 84,
    fixed: true,
    cell: (row) => <SealThumb drawing={row.drawing} name={row.stampName} />,
  },
  { id: 'stampName', title: t('field.name'), minWidth: 140, sort: true, fixed: true, brief: true },
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
    brief: true,
    minWidth: 120,
    cell: (row) =>
      row.certificateUpdate === 'NONE' ? (
        <Badge {...CERTIFICATE_BADGES[row.certificateStatus]}>
          {t(`certificate.${row.certificateStatus}`)}
        </Badge>
      ) : (
        <Badge {...UPDATE_BADGES[row.certificateUpdate]}>{t(`update.${row.certificateUpdate}`)}</Badge>
      ),
  },
  {
    id: 'enabled',
    title: t('field.enabled'),
    cell: (row) => (
      <>
        <Badge {...ENABLED_BADGES[`${row.enabled}`]}>{t(`enabled.${row.enabled}`)}</Badge>
        {row.needsApproval && <Badge {...BADGE.waiting}>{t('needsApproval')}</Badge>}
      </>
    ),
  },
  {
    id: 'authorized',
    title: t('field.authorized'),
    cell: (row) => peopleOf(row.authorized, t),
  },
  { id: 'creator', title: t('field.creator'), hidden: true },
  { id: 'createTime', title: t('field.createTime'), kind: 'dateTime', sort: true },
];

/** Up to three names; the dialog shows the others. */
function peopleOf(names: readonly string[], t: Translate): string {
  if (names.length === 0) return t('nobody');
  const first = names.slice(0, 3).join(t('comma'));
  return names.length > 3 ? t('people', { names: first, count: names.length }) : first;
}
