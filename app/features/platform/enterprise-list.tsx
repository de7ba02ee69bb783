import { useTranslation } from 'react-i18next';
import type { AnyCall } from '#core/call.ts';
import { ENTERPRISE_AUTH, ENTERPRISE_BUSINESS } from '#core/company/states.ts';
import {
  askRecertification,
  changeEdition,
  listPlatformEnterprises,
  type PlatformEnterprise,
  switchEnterprise,
} from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { BUSINESS_BADGES, EDITION_BADGES, ENTERPRISE_AUTH_BADGES } from '../../parts/badges/enterprise.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { GiveDialog } from './give-dialog.tsx';

const FILTERS = { entName: '', authStatus: '', businessStatus: '' };
const ACTS = ['disable', 'enable', 'recertify', 'toBusiness', 'toStandard'] as const;
type Act = (typeof ACTS)[number];

const MAY_DO: Record<Act, (row: PlatformEnterprise) => boolean> = {
  disable: (row) => row.businessStatus === 'ENABLE',
  enable: (row) => row.businessStatus === 'DISABLE',
  recertify: (row) => row.authStatus === 'AUTH' && row.businessStatus !== 'DISABLE',
  toBusiness: (row) => row.edition === 'STANDARD',
  toStandard: (row) => row.edition === 'BUSINESS',
};

/** Whether the action has effects that the opposite one does not undo, such as ended sessions. */
const ENDS: Record<Act, boolean> = {
  disable: true,
  enable: false,
  recertify: true,
  toBusiness: false,
  toStandard: false,
};

/** The call that each action makes. */
const CALLS: Record<Act, AnyCall> = {
  disable: switchEnterprise,
  enable: switchEnterprise,
  recertify: askRecertification,
  toBusiness: changeEdition,
  toStandard: changeEdition,
};

/** Sends the state shown in the row along, so that the server rejects the action if that has changed meanwhile. */
function perform(act: Act, { entId, businessStatus, edition }: PlatformEnterprise, reason: string) {
  if (act === 'recertify') return call(askRecertification, { entId, reason });
  if (act === 'toBusiness' || act === 'toStandard')
    return call(changeEdition, {
      entId,
      from: edition,
      to: act === 'toBusiness' ? 'BUSINESS' : 'STANDARD',
      reason,
    });
  return call(switchEnterprise, {
    entId,
    from: businessStatus === 'DISABLE' ? 'DISABLE' : 'ENABLE',
    to: act === 'disable' ? 'DISABLE' : 'ENABLE',
    reason,
  });
}

/** /platform/enterprise ([6.1], [8.3a], [6.6g]): disables, enables or re-verifies enterprises; sets the edition. */
export function EnterpriseList() {
  const { t } = useTranslation(['platform', 'realname']);
  const list = useList(listPlatformEnterprises, { filters: FILTERS });
  return (
    <ListPage
      title={t('ent.title')}
      code="platform.enterprise"
      list={list}
      rowKey={(row) => row.entId}
      columns={columnsOf(t)}
      fields={[
        { name: 'entName', label: t('ent.name'), maxLength: 100 },
        choice('authStatus', t('ent.auth'), t('any'), ENTERPRISE_AUTH, (value) =>
          t(`realname:entStatus.${value}`),
        ),
        choice('businessStatus', t('ent.business'), t('any'), ENTERPRISE_BUSINESS, (value) =>
          t(`business.${value}`),
        ),
      ]}
      actions={[
        ...ACTS.map(
          (act): Action<PlatformEnterprise> => ({
            id: act,
            label: t(`act.${act}`),
            danger: ENDS[act],
            when: MAY_DO[act],
            ask: ([{ entName }]) => ({
              title: t(`act.${act}Title`),
              thing: entName,
              consequence: t(`act.${act}Text`),
              reason: { label: t('act.reason'), maxLength: REALNAME_LIMITS.reason },
            }),
            run: ([row], reason) => perform(act, row, reason),
            done: ([{ entName }]) => t(`act.${act}Done`, { name: entName }),
            calls: [CALLS[act]],
          }),
        ),
        giveAction(t),
      ]}
      empty={{ icon: 'building', title: t('ent.none') }}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<['platform', 'realname']>>['t'];

const giveAction = (t: Translate): Action<PlatformEnterprise> => ({
  id: 'give',
  label: t('act.give'),
  icon: 'plus',
  layer: ({ rows: [row], close }) => <GiveDialog row={row} onClose={close} />,
});

const columnsOf = (t: Translate): Column<PlatformEnterprise>[] => [
  {
    id: 'entName',
    title: t('ent.name'),
    minWidth: 140,
    fixed: true,
    gives: true,
    cell: (row) => <span title={row.entName}>{row.entName}</span>,
  },
  { id: 'creditCode', title: t('ent.code'), minWidth: 160 },
  {
    id: 'authStatus',
    title: t('ent.auth'),
    brief: true,
    minWidth: 100,
    cell: (row) => (
      <Badge {...ENTERPRISE_AUTH_BADGES[row.authStatus]}>{t(`realname:entStatus.${row.authStatus}`)}</Badge>
    ),
  },
  {
    id: 'businessStatus',
    title: t('ent.business'),
    brief: true,
    minWidth: 100,
    cell: (row) => (
      <Badge {...BUSINESS_BADGES[row.businessStatus]}>{t(`business.${row.businessStatus}`)}</Badge>
    ),
  },
  {
    id: 'edition',
    title: t('ent.edition'),
    minWidth: 100,
    cell: (row) => <Badge {...EDITION_BADGES[row.edition]}>{t(`edition.${row.edition}`)}</Badge>,
  },
  { id: 'administrator', title: t('ent.administrator'), minWidth: 80 },
  { id: 'ownerType', title: t('ent.owner'), cell: (row) => t(`owner.${row.ownerType}`), hidden: true },
  { id: 'createTime', title: t('ent.createTime'), kind: 'date', hidden: true },
];
