import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listReviews, type ReviewRow } from '#core/platform/calls.ts';
import { call } from '../../call.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { APPLICATION_BADGES } from '../../parts/badges/person.ts';
import { keyOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChangeMobileDialog } from './change-mobile-dialog.tsx';

const SUBJECTS = ['PERSON', 'ENTERPRISE'] as const;
const STATES = ['REVIEWING', 'PASSED', 'REJECTED', 'ENDED'] as const;
const FILTERS = { name: '', state: 'REVIEWING' };
const pageOf = ({ applicationId }: ReviewRow) => `/platform/review/${applicationId}`;

/** /platform/review ([6.1]): real-name applications, longest waiting first. */
export function ReviewList() {
  const { t } = useTranslation('platform');
  const [subject, choose] = useTab('subject', SUBJECTS);
  const list = useList(listReviews, {
    filters: FILTERS,
    input: ({ name, state }) => ({ name, subject, state: STATES.find((one) => one === state) }),
  });
  // Number of pending applications of each kind, independent of the selected tab.
  const waiting = useQuery({
    queryKey: keyOf(listReviews, { subject: 'PERSON', state: 'REVIEWING', size: 1 }, SUBJECTS),
    queryFn: async ({ signal }) => {
      const totals = await Promise.all(
        SUBJECTS.map((one) => call(listReviews, { subject: one, state: 'REVIEWING', size: 1 }, { signal })),
      );
      return totals.map(({ total }) => total);
    },
  });
  return (
    <ListPage
      title={t('review.title')}
      about={t('review.about')}
      main={{
        id: 'changeMobile',
        label: t('rebind.title'),
        icon: 'phone',
        layer: ({ close }) => <ChangeMobileDialog onClose={close} />,
      }}
      code={`platform.review.${subject.toLowerCase()}`}
      list={list}
      rowKey={(row) => row.applicationId}
      columns={columnsOf(t)}
      tabs={(shown) => (
        <Tabs
          label={t('review.title')}
          selected={subject}
          onSelect={choose}
          items={SUBJECTS.map((id, i) => ({
            id,
            label: t(`subject.${id}`),
            count: waiting.data?.[i] ?? null,
            loud: true,
          }))}
        >
          {shown}
        </Tabs>
      )}
      fields={[
        {
          name: 'name',
          label: t(subject === 'PERSON' ? 'review.wholeName' : 'review.entName'),
          maxLength: 100,
        },
        choice('state', t('review.state'), t('any'), STATES, (value) => t(`state.${value}`), 'ALL'),
      ]}
      actions={[{ id: 'open', label: t('review.open'), icon: 'eye', to: pageOf }]}
      empty={{ icon: 'shield', title: t('review.none'), text: t('review.noneText'), offer: false }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'platform'>>['t'];

const columnsOf = (t: Translate): Column<ReviewRow>[] => [
  {
    id: 'name',
    title: t('review.name'),
    minWidth: 200,
    fixed: true,
    cell: (row) => (
      <Link to={pageOf(row)} quiet>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'state',
    title: t('review.state'),
    minWidth: 112,
    brief: true,
    cell: (row) => <Badge {...APPLICATION_BADGES[row.state]}>{t(`state.${row.state}`)}</Badge>,
  },
  { id: 'route', title: t('review.route'), minWidth: 120, cell: (row) => t(`route.${row.route}`) },
  {
    id: 'recertify',
    title: t('review.kind'),
    minWidth: 100,
    cell: (row) => t(row.recertify ? 'review.again' : 'review.first'),
  },
  { id: 'submitTime', title: t('review.submitTime'), kind: 'dateTime', brief: true },
  { id: 'decideTime', title: t('review.decideTime'), kind: 'dateTime' },
  { id: 'reviewer', title: t('review.reviewer'), minWidth: 100 },
];
