import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endAutoSign, listAutoSigns, openAutoSign } from '#core/autosign/calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import type { Column } from '../../ui/table/table.tsx';
import { AgreementDialog } from './agreement-dialog.tsx';
import { OpeningForm } from './opening-form.tsx';
import type { OpeningRow } from './opening-row.ts';

const NO_FILTERS = {};
const BADGES = { ACTIVE: BADGE.done, ENDED: BADGE.off, LAPSED: BADGE.lapsed } as const;

/** /company/autoSign: what the enterprise lets be signed without a person. */
export function OpeningList() {
  const { t } = useTranslation(['autosign', 'company']);
  const list = useList(listAutoSigns, { filters: NO_FILTERS });
  const [read, setRead] = useState<OpeningRow>();
  return (
    <>
      <ListPage
        title={t('title')}
        about={t('about')}
        code="autosign.list"
        list={list}
        rowKey={(row) => row.openingId}
        main={{
          id: 'open',
          label: t('open'),
          icon: 'plus',
          layer: ({ close, renew }) => <OpeningForm onClose={close} onSettled={renew} />,
          calls: [openAutoSign],
        }}
        columns={columnsOf(t)}
        actions={actionsOf(t, setRead)}
        empty={{ icon: 'seal', title: t('none'), text: t('noneText') }}
      />
      {read && <AgreementDialog row={read} onClose={() => setRead(undefined)} />}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<['autosign', 'company']>>['t'];

const columnsOf = (t: Translate): Column<OpeningRow>[] => [
  { id: 'sealName', title: t('seal'), minWidth: 150, fixed: true },
  {
    id: 'state',
    title: t('state'),
    minWidth: 100,
    brief: true,
    cell: ({ state }) => <Badge {...BADGES[state]}>{t(`states.${state}`)}</Badge>,
  },
  {
    id: 'businessTypes',
    title: t('types'),
    minWidth: 150,
    cell: ({ businessTypes }) =>
      businessTypes?.map((type) => t(`ui:businessType.${type}`)).join(t('ui:separator')) ?? t('allTypes'),
  },
  {
    id: 'senderRoles',
    title: t('senders'),
    minWidth: 160,
    cell: ({ senderRoles }) =>
      senderRoles?.map((role) => t(`company:role.${role}`)).join(t('ui:separator')) ?? t('allSenders'),
  },
  {
    id: 'usedToday',
    title: t('usedToday'),
    minWidth: 110,
    cell: ({ usedToday, dailyLimit }) => t('usedOf', { used: usedToday, max: dailyLimit }),
  },
  { id: 'used', title: t('used'), minWidth: 90, kind: 'number' },
  { id: 'until', title: t('until'), kind: 'date', brief: true },
  { id: 'openedBy', title: t('openedBy'), minWidth: 100 },
  { id: 'openedAt', title: t('openedAt'), kind: 'dateTime', hidden: true },
  { id: 'endedBy', title: t('endedBy'), minWidth: 100, hidden: true },
  { id: 'endedAt', title: t('endedAt'), kind: 'dateTime', hidden: true },
];

const actionsOf = (t: Translate, read: (row: OpeningRow) => void): Action<OpeningRow>[] => [
  { id: 'read', label: t('read'), icon: 'eye', run: async ([row]) => read(row) },
  {
    id: 'end',
    label: t('end'),
    icon: 'ban',
    danger: true,
    when: ({ state }) => state === 'ACTIVE',
    ask: ([{ sealName }]) => ({ title: t('endTitle'), thing: sealName, consequence: t('endText') }),
    run: ([{ openingId }]) => call(endAutoSign, { openingId }),
    done: ([{ sealName }]) => t('ended', { name: sealName }),
    calls: [endAutoSign],
  },
];
