import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeKey, listKeys, makeApiKey, revokeKey, rotateKey, takeOverKey } from '#core/apikey/calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { FactsDialog } from '../../kit/facts-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { ProvenDialog } from '../../parts/proof/proven-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { ChangeKeyForm, MakeKeyForm } from './key-form.tsx';
import type { KeyRow } from './key-row.ts';
import { RotateForm } from './rotate-form.tsx';

const NO_FILTERS = {};

const BADGES = {
  ACTIVE: BADGE.done,
  ENDED: BADGE.lapsed,
  REVOKED: BADGE.off,
  WITHOUT_HOLDER: BADGE.caution,
} as const;

/** /company/apiKey: the API keys of the enterprise. */
export function KeyList() {
  const { t } = useTranslation('apikey');
  const list = useList(listKeys, { filters: NO_FILTERS });
  /** A new key, which is shown only once. */
  const [newKey, setNewKey] = useState<{ name: string; key: string }>();
  return (
    <>
      <ListPage
        title={t('title')}
        about={t('about')}
        beside={
          <>
            <LinkButton icon="link" to="/company/apiKey/links">
              {t('links.title')}
            </LinkButton>
            <Link to="/reference/" newTab>
              {t('reference')}
            </Link>
          </>
        }
        code="apikey.list"
        list={list}
        rowKey={(row) => row.keyId}
        main={{
          id: 'add',
          label: t('add'),
          icon: 'plus',
          layer: ({ close, renew }) => <MakeKeyForm onClose={close} onMade={setNewKey} onSettled={renew} />,
          calls: [makeApiKey],
        }}
        columns={columnsOf(t)}
        actions={actionsOf(t, setNewKey)}
        empty={{ icon: 'key', title: t('none'), text: t('noneText') }}
      />
      {newKey && (
        <FactsDialog
          title={t('shownOf', { name: newKey.name })}
          facts={[[t('key'), newKey.key]]}
          once={t('shownOnce')}
          onClose={() => setNewKey(undefined)}
        />
      )}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'apikey'>>['t'];

const columnsOf = (t: Translate) => [
  { id: 'name', title: t('name'), minWidth: 160, fixed: true },
  {
    id: 'state',
    title: t('state'),
    minWidth: 110,
    brief: true,
    cell: ({ state }: KeyRow) => <Badge {...BADGES[state]}>{t(`states.${state}`)}</Badge>,
  },
  { id: 'begins', title: t('begins'), minWidth: 190, cell: ({ begins }: KeyRow) => <code>{begins}…</code> },
  {
    id: 'scopes',
    title: t('scopes'),
    minWidth: 150,
    brief: true,
    cell: ({ scopes }: KeyRow) => scopes.map((scope) => t(`scope.${scope}`)).join(t('ui:separator')),
  },
  { id: 'holder', title: t('holder'), minWidth: 100 },
  { id: 'expiresAt', title: t('expiresAt'), kind: 'dateTime' as const },
  { id: 'lastUsedAt', title: t('lastUsedAt'), kind: 'dateTime' as const },
  {
    id: 'networks',
    title: t('networks'),
    minWidth: 160,
    hidden: true,
    cell: ({ networks }: KeyRow) => networks.join(t('ui:separator')) || t('anywhere'),
  },
  {
    id: 'origins',
    title: t('origins'),
    minWidth: 160,
    hidden: true,
    cell: ({ origins }: KeyRow) => origins.join(t('ui:separator')) || t('nowhere'),
  },
  {
    id: 'businessTypes',
    title: t('types'),
    minWidth: 160,
    hidden: true,
    cell: ({ businessTypes }: KeyRow) =>
      businessTypes?.map((type) => t(`ui:businessType.${type}`)).join(t('ui:separator')) ?? t('allTypes'),
  },
  { id: 'lastNetwork', title: t('lastNetwork'), hidden: true },
  { id: 'formerUntil', title: t('formerUntil'), kind: 'dateTime' as const, hidden: true },
  { id: 'createTime', title: t('createTime'), kind: 'dateTime' as const, hidden: true },
];

const isInForce = ({ state }: KeyRow) => state !== 'REVOKED';
/** Only the holder decides what is done in their name. */
const isOwn = (row: KeyRow) => isInForce(row) && row.mine;

function actionsOf(t: Translate, show: (shown: { name: string; key: string }) => void): Action<KeyRow>[] {
  return [
    {
      id: 'change',
      label: t('change'),
      icon: 'pen',
      when: isOwn,
      layer: ({ rows: [row], close, renew }) => <ChangeKeyForm row={row} onClose={close} onSettled={renew} />,
      calls: [changeKey],
    },
    {
      id: 'rotate',
      label: t('rotate'),
      icon: 'refresh',
      when: isOwn,
      layer: ({ rows: [row], close, renew }) => (
        <RotateForm row={row} onClose={close} onMade={show} onSettled={renew} />
      ),
      calls: [rotateKey],
    },
    {
      id: 'takeOver',
      label: t('takeOver'),
      icon: 'user',
      when: (row) => isInForce(row) && !row.mine,
      layer: ({ rows: [row], close, renew }) => (
        <ProvenDialog
          title={t('takeOverOf', { name: row.name })}
          consequence={t('takeOverText')}
          submit={t('takeOver')}
          purpose="MAKE_API_KEY"
          run={(proof) => call(takeOverKey, { keyId: row.keyId, proof })}
          done={() => t('takenOver', { name: row.name })}
          onClose={close}
          onSettled={renew}
        />
      ),
      calls: [takeOverKey],
    },
    {
      id: 'revoke',
      label: t('revoke'),
      icon: 'ban',
      danger: true,
      when: isInForce,
      ask: ([{ name }]) => ({ title: t('revokeTitle'), thing: name, consequence: t('revokeText') }),
      run: ([{ keyId }]) => call(revokeKey, { keyId }),
      done: ([{ name }]) => t('revoked', { name }),
      calls: [revokeKey],
    },
  ];
}
