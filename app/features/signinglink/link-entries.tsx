import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import {
  decideSigningLinkEntry,
  ENTRY_STATES,
  listSigningLinkEntries,
  type readSigningLink,
} from '#core/signinglink/calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListView } from '../../kit/list-view.tsx';
import { anyOf } from '../../kit/search-options.ts';
import { type RowOf, useList } from '../../kit/use-list.ts';
import { Link } from '../../ui/link.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { EntryStateBadge } from './state-badge.tsx';

type SigningLink = OutputOf<typeof readSigningLink>;
type Row = RowOf<typeof listSigningLinkEntries>;
type T = ReturnType<typeof useTranslation<'signinglink'>>['t'];

const FILTERS = { state: '' };
/** How often the list looks who came while the link is open: ms. */
const POLL = 5_000;

/** Who came by a link, with what they filled in; those who wait are accepted or declined here. */
export function LinkEntries({ link: { linkId, state } }: { link: SigningLink }) {
  const { t } = useTranslation('signinglink');
  const online = useOnline();
  const list = useList(listSigningLinkEntries, {
    filters: FILTERS,
    input: (filters) => ({ linkId, state: ENTRY_STATES.find((one) => one === filters.state) }),
    refresh: () => (online && state === 'OPEN' ? POLL : false),
  });
  return (
    <ListView
      label={t('page.entries')}
      code="signinglink.entries"
      list={list}
      rowKey={(row) => row.entryId}
      columns={columnsOf(t)}
      actions={actionsOf(t, linkId)}
      fields={[
        {
          name: 'state',
          label: t('list.state'),
          kind: 'select',
          options: anyOf(t('any'), ENTRY_STATES, (one) => t(`entryState.${one}`)),
        },
      ]}
      empty={{ icon: 'group', title: t('page.nobodyYet'), text: t('page.nobodyYetText') }}
    />
  );
}

const isPending = ({ state }: Row) => state === 'PENDING';

const actionsOf = (t: T, linkId: string): Action<Row>[] => [
  {
    id: 'accept',
    label: t('decide.accept'),
    icon: 'check',
    when: isPending,
    ask: ([{ userName }]) => ({
      title: t('decide.acceptTitle'),
      thing: userName,
      consequence: t('decide.acceptText'),
    }),
    run: ([{ entryId }]) => call(decideSigningLinkEntry, { linkId, entryId, accept: true }),
    done: ([{ userName }]) => t('decide.accepted', { name: userName }),
    calls: [decideSigningLinkEntry],
  },
  {
    id: 'decline',
    label: t('decide.decline'),
    icon: 'ban',
    danger: true,
    when: isPending,
    ask: ([{ userName }]) => ({
      title: t('decide.declineTitle'),
      thing: userName,
      consequence: t('decide.declineText'),
    }),
    run: ([{ entryId }]) => call(decideSigningLinkEntry, { linkId, entryId, accept: false }),
    done: ([{ userName }]) => t('decide.declined', { name: userName }),
    calls: [decideSigningLinkEntry],
  },
];

const columnsOf = (t: T): Column<Row>[] => [
  { id: 'userName', title: t('column.name'), minWidth: 110, fixed: true },
  { id: 'mobile', title: t('column.mobile'), width: 140, brief: true },
  {
    id: 'state',
    title: t('list.state'),
    width: 130,
    brief: true,
    cell: ({ state }) => <EntryStateBadge state={state} />,
  },
  {
    id: 'values',
    title: t('column.values'),
    minWidth: 200,
    cell: ({ values }) =>
      values
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => t('column.value', { name, value }))
        .join(t('column.comma')),
  },
  {
    id: 'planNumber',
    title: t('column.number'),
    minWidth: 170,
    cell: ({ planId: taskId, planNumber: number }) =>
      taskId ? <Link to={`/contract/summary/${taskId}`}>{number}</Link> : '—',
  },
  { id: 'createTime', title: t('column.time'), kind: 'dateTime' },
];
