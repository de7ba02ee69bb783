import { useNavigate, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { listSigningLinks, publishSigningLink } from '#core/signinglink/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { type RowOf, useList } from '../../kit/use-list.ts';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { LinkState } from './state-badge.tsx';

type Row = RowOf<typeof listSigningLinks>;
type T = ReturnType<typeof useTranslation<'signinglink'>>['t'];

const FILTERS = { taskName: '' };

/** /contract/signingLink: the links with their states and counts; `?template=` publishes one for that template. */
export function SigningLinkList() {
  const { t } = useTranslation('signinglink');
  const list = useList(listSigningLinks, { filters: FILTERS });
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const template = search.get('template');
  return (
    <>
      <ListPage
        title={t('list.title')}
        about={t('list.about')}
        code="signinglink.list"
        list={list}
        rowKey={(row) => row.linkId}
        columns={columnsOf(t)}
        main={{
          id: 'publish',
          label: t('publish.action'),
          icon: 'plus',
          layer: ({ close }) => (
            <PublishDialog
              templateId=""
              onClose={close}
              onPublished={(linkId) => navigate(`/contract/signingLink/${linkId}`)}
            />
          ),
          calls: [publishSigningLink],
        }}
        fields={[{ name: 'taskName', label: t('list.name'), maxLength: 100 }]}
        empty={{ icon: 'qr', title: t('list.empty'), text: t('list.emptyText') }}
      />
      {template !== null && (
        <PublishDialog
          templateId={template}
          onClose={() => setSearch({}, { replace: true })}
          onPublished={(linkId) => navigate(`/contract/signingLink/${linkId}`, { replace: true })}
        />
      )}
    </>
  );
}

const columnsOf = (t: T): Column<Row>[] => [
  {
    id: 'taskName',
    title: t('list.name'),
    minWidth: 200,
    fixed: true,
    cell: (row) => (
      <Link to={`/contract/signingLink/${row.linkId}`} quiet>
        {row.taskName}
      </Link>
    ),
  },
  {
    id: 'state',
    title: t('list.state'),
    width: 130,
    brief: true,
    cell: (row) => <LinkState state={row.state} />,
  },
  {
    id: 'sent',
    title: t('list.sent'),
    width: 120,
    brief: true,
    cell: ({ sent, limit }) => (limit === null ? sent : t('list.sentOf', { sent, limit })),
  },
  { id: 'pending', title: t('list.pending'), kind: 'number', width: 110 },
  { id: 'until', title: t('list.until'), kind: 'dateTime' },
  { id: 'templateName', title: t('list.template'), minWidth: 140 },
  { id: 'creator', title: t('list.creator') },
  { id: 'createTime', title: t('list.createTime'), kind: 'dateTime' },
];
