import { useTranslation } from 'react-i18next';
import type { EmployeeDetail } from '#core/employee/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { Facts } from '../../ui/facts.tsx';
import style from './employee.module.css';

/**
 * [3.2a] The enterprise member linked to the employee; with account, roles and seals for those who manage members.
 */
export function Membership({ detail: { member } }: { detail: EmployeeDetail }) {
  const { t } = useTranslation(['employee', 'company']);
  const comma = t('company:comma');
  return (
    <section className={style.part} aria-label={t('member.title')}>
      <h2>{t('member.title')}</h2>
      {member ? (
        <Facts
          grid
          facts={[
            [t('member.joinTime'), formatDateTime(member.joinTime)],
            ...(member.authority
              ? ([
                  [t('member.loginName'), member.authority.loginName],
                  [
                    t('member.roles'),
                    member.authority.roles.map((role) => t(`company:role.${role}`)).join(comma),
                  ],
                  [
                    t('member.stamps'),
                    member.authority.stamps
                      .map(({ stampName, level }) =>
                        t('member.stamp', { name: stampName, level: t(`company:level.${level}`) }),
                      )
                      .join(comma),
                  ],
                ] as const)
              : []),
          ]}
        />
      ) : (
        <p className={style.hint}>{t('member.none')}</p>
      )}
      {member && !member.authority && <p className={style.hint}>{t('member.kept')}</p>}
    </section>
  );
}
