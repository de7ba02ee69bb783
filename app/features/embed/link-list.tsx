import { useTranslation } from 'react-i18next';
import { type LINK_STATES, listEmbedLinks } from '#core/embed/calls.ts';
import { EMBED_KINDS } from '#core/embed/reach.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { anyOf } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { LinkButton } from '../../ui/button.tsx';

const FILTERS = { kind: '' };
const BADGES: Record<(typeof LINK_STATES)[number], (typeof BADGE)[keyof typeof BADGE]> = {
  WAITING: BADGE.waiting,
  USED: BADGE.done,
  ENDED: BADGE.lapsed,
};
const kindOf = (text: string) => EMBED_KINDS.find((kind) => kind === text);

/** /company/apiKey/links: the one-time links of embedded pages that the enterprise's keys made. */
export function LinkList() {
  const { t } = useTranslation('apikey');
  const list = useList(listEmbedLinks, {
    filters: FILTERS,
    input: ({ kind }) => {
      const wanted = kindOf(kind);
      return wanted ? { kind: wanted } : {};
    },
  });
  return (
    <ListPage
      title={t('links.title')}
      about={t('links.about')}
      code="embed.list"
      list={list}
      rowKey={(row) => row.linkId}
      beside={
        <LinkButton icon="arrow-left" to="/company/apiKey">
          {t('links.back')}
        </LinkButton>
      }
      fields={[
        {
          name: 'kind',
          label: t('links.kind'),
          kind: 'select',
          options: anyOf(t('links.any'), EMBED_KINDS, (kind) => t(`links.kinds.${kind}`)),
        },
      ]}
      columns={[
        {
          id: 'kind',
          title: t('links.kind'),
          minWidth: 120,
          fixed: true,
          cell: ({ kind }) => t(`links.kinds.${kind}`),
        },
        {
          id: 'state',
          title: t('state'),
          minWidth: 110,
          brief: true,
          cell: ({ state }) => <Badge {...BADGES[state]}>{t(`links.states.${state}`)}</Badge>,
        },
        { id: 'person', title: t('links.person'), minWidth: 110, brief: true },
        { id: 'origin', title: t('links.origin'), minWidth: 220 },
        { id: 'keyName', title: t('key'), minWidth: 120 },
        { id: 'createTime', title: t('createTime'), kind: 'dateTime' },
        { id: 'usedAt', title: t('links.usedAt'), kind: 'dateTime' },
        { id: 'expiresAt', title: t('links.expiresAt'), kind: 'dateTime', hidden: true },
        { id: 'subjectId', title: t('links.subjectId'), hidden: true },
        { id: 'linkId', title: t('links.linkId'), hidden: true },
      ]}
      empty={{ icon: 'link', title: t('links.none'), text: t('links.noneText') }}
    />
  );
}
