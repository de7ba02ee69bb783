import { useNavigate, useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import { listReviews, type ReviewRow } from '#core/platform/calls.ts';
import { call } from '../../call.ts';
import { APPLICATION_LOOKS } from '../../looks/person.ts';
import { keyOf, queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { Tabs } from '../../ui/tabs.tsx';

const SUBJECTS = ['PERSON', 'ENTERPRISE'] as const;
const STATES = ['REVIEWING', 'PASSED', 'REJECTED', 'ENDED'] as const;
const NO_FILTERS = { name: '', state: 'REVIEWING' };
type Input = InputOf<typeof listReviews>;

/** /platform/review ([6.1]): applications for real names, those that wait longest first. */
export function ReviewList() {
  const { t } = useTranslation('platform');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const subject = SUBJECTS.find((one) => one === params.get('subject')) ?? 'PERSON';
  const state = useListState(NO_FILTERS);
  const input = useMemo((): Input => {
    const { name, state: wanted } = state.filters;
    return {
      ...state.page,
      subject,
      ...(name ? { name } : {}),
      ...(STATES.find((one) => one === wanted) ? { state: wanted as (typeof STATES)[number] } : {}),
    };
  }, [state.page, state.filters, subject]);
  const list = useQuery({
    ...queryOf(listReviews, input),
    placeholderData: keepPreviousData,
  });
  // How many wait of each kind, whatever is looked at.
  const waiting = useQuery({
    queryKey: keyOf(listReviews, { subject: 'PERSON', state: 'REVIEWING', size: 1 }, SUBJECTS),
    queryFn: async ({ signal }) => {
      const totals = await Promise.all(
        SUBJECTS.map((one) => call(listReviews, { subject: one, state: 'REVIEWING', size: 1 }, { signal })),
      );
      return totals.map(({ total }) => total);
    },
  });
  const columns: Column<ReviewRow>[] = [
    {
      id: 'name',
      title: t('review.name'),
      minWidth: 200,
      fixed: true,
      cell: (row) => (
        <Link to={`/platform/review/${row.applicationId}`} quiet>
          {row.name}
        </Link>
      ),
    },
    {
      id: 'state',
      title: t('review.state'),
      minWidth: 112,
      cell: (row) => <Badge {...APPLICATION_LOOKS[row.state]}>{t(`state.${row.state}`)}</Badge>,
    },
    { id: 'route', title: t('review.route'), minWidth: 120, cell: (row) => t(`route.${row.route}`) },
    {
      id: 'recertify',
      title: t('review.kind'),
      minWidth: 100,
      cell: (row) => t(row.recertify ? 'review.again' : 'review.first'),
    },
    { id: 'submitTime', title: t('review.submitTime'), kind: 'dateTime' },
    { id: 'decideTime', title: t('review.decideTime'), kind: 'dateTime' },
    { id: 'reviewer', title: t('review.reviewer'), minWidth: 100 },
  ];
  return (
    <Page title={t('review.title')} about={t('review.about')}>
      <Panel>
        <Tabs
          label={t('review.title')}
          selected={subject}
          onSelect={(id) => setParams({ subject: id }, { preventScrollReset: true })}
          items={SUBJECTS.map((id, i) => ({
            id,
            label: t(`subject.${id}`),
            count: waiting.data?.[i] ?? null,
            loud: true,
          }))}
        >
          <SearchForm
            fields={[
              {
                name: 'name',
                label: t(subject === 'PERSON' ? 'review.wholeName' : 'review.entName'),
                maxLength: 100,
              },
              {
                name: 'state',
                label: t('review.state'),
                kind: 'select',
                options: [
                  { value: 'ALL', label: t('any') },
                  ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
                ],
              },
            ]}
            values={state.filters}
            onSearch={state.search}
          />
          <Table
            {...pagedTable(list, state)}
            code={`platform.review.${subject.toLowerCase()}`}
            label={t('review.title')}
            columns={columns}
            rowKey={(row) => row.applicationId}
            filtered={state.filters.name !== ''}
            empty={
              <EmptyState icon="shield" title={t('review.none')}>
                {t('review.noneText')}
              </EmptyState>
            }
            actions={[
              {
                id: 'open',
                label: t('review.open'),
                icon: 'eye',
                onAction: (row) => navigate(`/platform/review/${row.applicationId}`),
              },
            ]}
          />
        </Tabs>
      </Panel>
    </Page>
  );
}
