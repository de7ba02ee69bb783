import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { isArchivable } from '#core/employee/newcomer.ts';
import { listNewcomers, type NewcomerRow } from '#core/employee/newcomer-calls.ts';
import { formatDate } from '../../i18n/format.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { pathText } from '../../parts/department/department-options.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import type { Column } from '../../ui/table/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import style from './employee.module.css';
import { daysSince } from './newcomer-badges.ts';

const AddNewcomers = lazy(() => import('./add-newcomers.tsx').then((m) => ({ default: m.AddNewcomers })));

/** Tabs by state; those that need HR first. */
const TABS = [
  'TO_REVIEW',
  'TO_COLLECT',
  'COLLECTING',
  'TO_CORRECT',
  'COMPLETED',
  'CANCELLED',
  'ARCHIVED',
] as const;
const FILTERS = { name: '' };

/** Newcomers by state, with counts; longest waiting first. */
export function NewcomerList() {
  const { t } = useTranslation('newcomer');
  const [params] = useSearchParams();
  const [state, choose] = useTab('state', TABS);
  const list = useList(listNewcomers, { filters: FILTERS, input: (filters) => ({ ...filters, state }) });
  const numbers = useQuery(queryOf(listNewcomers, { size: 10 })).data?.counts;
  return (
    <ListPage
      title={t('title')}
      label={t(`tab.${state}`)}
      about={t('about')}
      code="employee.newcomers"
      list={list}
      rowKey={(row) => row.newcomerId}
      columns={columnsOf(t)}
      main={{
        id: 'add',
        label: t('add.title'),
        icon: 'plus',
        layer: ({ close }) => <AddNewcomers onClose={close} />,
      }}
      tabs={(shown) => (
        <Tabs
          label={t('title')}
          selected={state}
          onSelect={choose}
          items={TABS.map((id) => ({
            id,
            label: t(`tab.${id}`),
            count: numbers ? (numbers[id] ?? 0) : null,
            loud: id === 'TO_REVIEW',
          }))}
        >
          {shown}
        </Tabs>
      )}
      fields={[{ name: 'name', label: t('field.nameOrMobile'), maxLength: 50 }]}
      actions={[
        {
          id: 'details',
          label: t('action.details'),
          icon: 'eye',
          to: ({ newcomerId }) => {
            const next = new URLSearchParams(params);
            next.set('newcomerId', newcomerId);
            return `?${next}`;
          },
        },
      ]}
      empty={{
        icon: 'users',
        title: t(`empty.${state}`),
        text: t('emptyText'),
      }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'newcomer'>>['t'];

const columnsOf = (t: Translate): Column<NewcomerRow>[] => [
  {
    id: 'realName',
    title: t('field.realName'),
    minWidth: 150,
    fixed: true,
    cell: (row) => (
      <span className={style.states}>
        {row.realName}
        {row.returning && <Badge {...BADGE.none}>{t('returning')}</Badge>}
      </span>
    ),
  },
  { id: 'mobile', title: t('field.mobile'), width: 140 },
  {
    id: 'department',
    title: t('field.department'),
    minWidth: 140,
    brief: true,
    cell: (row) => pathText(row.department) || null,
  },
  {
    id: 'given',
    title: t('field.given'),
    width: 110,
    cell: (row) => t('given', { given: row.given, asked: row.asked }),
  },
  {
    id: 'since',
    title: t('field.since'),
    width: 150,
    brief: true,
    cell: (row) =>
      isArchivable(row.state)
        ? formatDate(row.since)
        : t('waits', { count: daysSince(row.since, Date.now()) }),
  },
  { id: 'addedAt', title: t('field.addedAt'), width: 130, cell: (row) => formatDate(row.addedAt) },
];
