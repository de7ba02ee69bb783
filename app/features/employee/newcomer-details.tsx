import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { getNewcomer, type NewcomerDetail } from '#core/employee/newcomer-calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { pathText } from '../../parts/department/department-options.ts';
import { useBeginHrContract } from '../../parts/hr-contract/begin-contract.ts';
import { queryOf } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import style from './employee.module.css';
import { newcomerActions } from './newcomer-actions.tsx';
import { daysSince, NEWCOMER_BADGES } from './newcomer-badges.ts';
import { NewcomerItems } from './newcomer-items.tsx';

const CompleteDialog = lazy(() =>
  import('./complete-newcomer.tsx').then((m) => ({ default: m.CompleteDialog })),
);

/** [4.11] A newcomer's file: the requested fields, the given values, and HR's review. */
export function NewcomerDetails({ newcomerId, onClose }: { newcomerId: string; onClose: () => void }) {
  const { t } = useTranslation(['newcomer', 'realname']);
  usePageTitle({ page: t('details.title') });
  const navigate = useNavigate();
  const detail = useQuery(queryOf(getNewcomer, { newcomerId }));
  const actions: Action<NewcomerDetail>[] = [
    {
      id: 'complete',
      label: t('action.complete'),
      icon: 'check',
      when: ({ state }) => state === 'TO_REVIEW',
      layer: ({ rows: [row], close }) => <CompleteDialog opened={row} onClose={close} />,
    },
    ...newcomerActions(t),
  ];
  const begin = useBeginHrContract();
  return (
    <DetailPage
      query={detail}
      kind={t('details.title')}
      title={({ realName }) => realName}
      about={(row) => (
        <span className={style.states}>
          <Badge {...NEWCOMER_BADGES[row.state]}>{t(`state.${row.state}`)}</Badge>
          {row.archived && <Badge {...BADGE.none}>{t('tab.ARCHIVED')}</Badge>}
          {row.returning && <Badge {...BADGE.none}>{t('returning')}</Badge>}
          {t('waits', { count: daysSince(row.since, Date.now()) })}
        </span>
      )}
      back={
        <Button icon="arrow-left" onClick={onClose}>
          {t('action.back')}
        </Button>
      }
      actions={actions}
      main="complete"
      beside={(row) => <Beside row={row} />}
    >
      {(row) => (
        <>
          {row.state === 'COMPLETED' && (
            <Notice
              tone="success"
              actions={
                <span className={style.states}>
                  {row.employeeId && (
                    <Button
                      size="small"
                      icon="user"
                      onClick={() => navigate(`/company/employee?employeeId=${row.employeeId}`)}
                    >
                      {t('completed.roster')}
                    </Button>
                  )}
                  {row.employeeId && (
                    <Button
                      size="small"
                      icon="contract"
                      onClick={() =>
                        begin({
                          purpose: 'CONTRACT',
                          employees: [{ employeeId: row.employeeId ?? '', realName: row.realName }],
                        })
                      }
                    >
                      {t('completed.contract')}
                    </Button>
                  )}
                </span>
              }
            >
              {t(row.member ? 'completed.member' : 'completed.invited')}
            </Notice>
          )}
          {row.erasedAt !== null && <Notice>{t('details.erased')}</Notice>}
          <NewcomerItems detail={row} />
        </>
      )}
    </DetailPage>
  );
}

function Beside({ row }: { row: NewcomerDetail }) {
  const { t } = useTranslation(['newcomer', 'realname']);
  return (
    <>
      <Panel title={t('details.who')}>
        <Facts
          facts={[
            [t('field.mobile'), row.mobile],
            [t(`realname:idType.${row.idType}`), row.idNumber],
            [t('field.department'), pathText(row.department)],
            [t('field.given'), t('given', { given: row.given, asked: row.asked })],
            [t('field.addedAt'), formatDateTime(row.addedAt)],
            ...(row.linkEnds === null
              ? []
              : [[t('field.linkEnds'), formatDateTime(row.linkEnds)] as [string, string]]),
          ]}
        />
      </Panel>
      <Panel title={t('details.records')}>
        <ul className={style.records}>
          {row.records.map(({ at, record, operator, remark }, i) => (
            <li key={`${at}.${i}`}>
              <span className={style.when}>{formatDateTime(at, { seconds: true })}</span>
              <span>{operator}</span>
              <span>{t(`record.${record}`)}</span>
              <span className={style.hint}>{remarkText(remark)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );

  /** Translates categories and verdicts in a remark; keeps field names as they are. */
  function remarkText(remark: string): string {
    return remark
      .split(' ')
      .map((one) => t(`remark.${one}`, { defaultValue: one }))
      .join(' ');
  }
}
