import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { cancelAdminApplication } from '#core/company/administrator-calls.ts';
import { listMyBusinesses, type MyBusiness, withdrawJoin } from '#core/company/calls.ts';
import { switchProblem } from '#core/company/states.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action, PageAction } from '../../kit/action.ts';
import { ListView } from '../../kit/list-view.tsx';
import type { ActionHost } from '../../kit/use-actions.tsx';
import { useUnpagedList } from '../../kit/use-list.ts';
import {
  ADMIN_BADGES,
  BUSINESS_BADGES,
  ENTERPRISE_AUTH_BADGES,
  JOIN_BADGES,
} from '../../parts/badges/enterprise.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { BUSINESS_CALLS, type BusinessAction, BusinessDialogs } from './business-dialogs.tsx';
import style from './company.module.css';

const EVERYTHING = {};

/** The person's enterprises and applications to join, with the actions on each ([2.20]). */
export function BusinessList({ add, offering }: { add: PageAction; offering: ActionHost<undefined> }) {
  const { t } = useTranslation('company');
  const navigate = useNavigate();
  const list = useUnpagedList(listMyBusinesses, EVERYTHING);
  const enter = async ({ entId }: MyBusiness) => {
    await switchIdentity(entId);
    navigate('/home');
  };
  return (
    <ListView
      label={t('mine.title')}
      code="company.mine"
      list={list}
      rowKey={(row) => row.entId}
      columns={columnsOf(t)}
      actions={actionsOf(t, enter)}
      empty={{ icon: 'building', title: t('mine.empty'), text: t('mine.emptyText'), offer: add }}
      offering={offering}
    />
  );
}

const verifies = ({ entId }: MyBusiness) => `/account/ent?entId=${entId}`;
const leads = ({ member }: MyBusiness) => member?.administrator === true;

function actionsOf(t: Translate, enter: (row: MyBusiness) => Promise<unknown>): Action<MyBusiness>[] {
  const opens = (
    id: BusinessAction,
    rest: Pick<Action<MyBusiness>, 'icon' | 'danger' | 'when'>,
  ): Action<MyBusiness> => ({
    ...rest,
    id,
    label: t(`action.${id}`),
    layer: ({ rows: [row], close, renew }) => (
      <BusinessDialogs action={id} row={row} onClose={close} onDone={renew} />
    ),
    calls: BUSINESS_CALLS[id],
  });
  return [
    {
      id: 'enter',
      label: t('action.enter'),
      icon: 'building',
      when: (row) => row.member !== null && switchProblem(row.businessStatus, row.authStatus) === null,
      run: ([row]) => enter(row),
      done: ([row]) => t('mine.switched', { name: row.entName }),
    },
    {
      id: 'verify',
      label: t('action.verify'),
      icon: 'shield',
      when: (row) => leads(row) && row.authStatus === 'UNAUTH',
      to: verifies,
    },
    {
      id: 'reverify',
      label: t('action.reverify'),
      icon: 'shield',
      when: (row) => leads(row) && row.authStatus !== 'UNAUTH' && row.authStatus !== 'AUTHING',
      to: verifies,
    },
    {
      id: 'withdraw',
      label: t('action.withdraw'),
      icon: 'undo',
      when: (row) => row.application?.state === 'PENDING',
      run: ([row]) => call(withdrawJoin, { applyId: row.application?.applyId ?? '' }),
      done: ([row]) => t('mine.withdrawn', { name: row.entName }),
      calls: [withdrawJoin],
    },
    {
      id: 'again',
      label: t('action.again'),
      icon: 'send',
      when: (row) => row.application !== null && row.application.state !== 'PENDING',
      to: () => '/account/myBusiness?active=2',
    },
    {
      id: 'cancelAdmin',
      label: t('action.cancelAdmin'),
      icon: 'undo',
      when: (row) => row.adminApplication?.state === 'TO_APPROVE',
      run: ([row]) => call(cancelAdminApplication, { applyId: row.adminApplication?.applyId ?? '' }),
      done: () => t('mine.adminCancelled'),
      calls: [cancelAdminApplication],
    },
    opens('becomeAdmin', {
      icon: 'user',
      when: (row) => row.member !== null && !leads(row) && row.adminApplication?.state !== 'TO_APPROVE',
    }),
    opens('transfer', { icon: 'users', when: leads }),
    opens('revoke', { icon: 'ban', danger: true, when: (row) => leads(row) && row.authStatus === 'AUTH' }),
    opens('leave', { icon: 'logout', danger: true, when: (row) => row.member !== null && !leads(row) }),
  ];
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

const columnsOf = (t: Translate): Column<MyBusiness>[] => [
  { id: 'entName', title: t('field.name'), minWidth: 200, fixed: true },
  {
    id: 'authStatus',
    brief: true,
    title: t('field.auth'),
    minWidth: 150,
    cell: (row) => (
      <span className={style.states}>
        <Badge {...ENTERPRISE_AUTH_BADGES[row.authStatus]}>{t(`auth.${row.authStatus}`)}</Badge>
        {row.businessStatus !== 'ENABLE' && (
          <Badge {...BUSINESS_BADGES[row.businessStatus]}>{t(`business.${row.businessStatus}`)}</Badge>
        )}
      </span>
    ),
  },
  {
    id: 'standing',
    title: t('field.standing'),
    minWidth: 220,
    brief: true,
    cell: (row) => <Standing row={row} />,
  },
  {
    id: 'time',
    title: t('field.time'),
    cell: (row) => formatDateTime(row.member?.joinTime ?? row.application?.applyTime),
  },
];

/** A member's roles, or the state of the application. */
function Standing({ row }: { row: MyBusiness }) {
  const { t } = useTranslation('company');
  const { member, application, adminApplication } = row;
  if (application)
    return (
      <span className={style.states}>
        <Badge {...JOIN_BADGES[application.state]}>
          {application.state === 'PASSED' ? t('standing.none') : t(`join.${application.state}`)}
        </Badge>
        {application.state === 'REJECTED' && application.remark && (
          <span className={style.soft}>{t('mine.rejected', { reason: application.remark })}</span>
        )}
      </span>
    );
  if (!member) return null;
  const roles = member.roles.map((role) => t(`role.${role}`)).join(t('comma'));
  const shown = adminApplication && !member.administrator && adminApplication.state !== 'CANCELLED';
  return (
    <span className={style.states}>
      <span>{roles || t('standing.member')}</span>
      {shown && adminApplication.state !== 'APPROVED' && (
        <Badge {...ADMIN_BADGES[adminApplication.state]}>
          {adminApplication.state === 'TO_APPROVE'
            ? t(`adminTo.${adminApplication.approver}`)
            : `${t('action.becomeAdmin')} · ${t(`admin.${adminApplication.state}`)}`}
        </Badge>
      )}
    </span>
  );
}
