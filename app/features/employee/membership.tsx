import { useTranslation } from 'react-i18next';
import type { EmployeeDetail } from '#core/employee/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import style from './employee.module.css';

/**
 * [3.2a] The member of the enterprise who this employee is; account, roles and seals for whoever looks after people.
 */
export function Membership({ detail: { member } }: { detail: EmployeeDetail }) {
  const { t } = useTranslation(['employee', 'company']);
  const comma = t('company:comma');
  return (
    <section className={style.part} aria-label={t('member.title')}>
      <h2>{t('member.title')}</h2>
      {member ? (
        <dl className={style.facts}>
          <div className={style.fact}>
            <dt>{t('member.joinTime')}</dt>
            <dd>{formatDateTime(member.joinTime)}</dd>
          </div>
          {member.authority && (
            <>
              <div className={style.fact}>
                <dt>{t('member.loginName')}</dt>
                <dd>{member.authority.loginName}</dd>
              </div>
              <div className={style.fact}>
                <dt>{t('member.roles')}</dt>
                <dd>{member.authority.roles.map((role) => t(`company:role.${role}`)).join(comma) || '—'}</dd>
              </div>
              <div className={style.fact}>
                <dt>{t('member.stamps')}</dt>
                <dd>
                  {member.authority.stamps
                    .map(({ stampName, level }) =>
                      t('member.stamp', { name: stampName, level: t(`company:level.${level}`) }),
                    )
                    .join(comma) || '—'}
                </dd>
              </div>
            </>
          )}
        </dl>
      ) : (
        <p className={style.hint}>{t('member.none')}</p>
      )}
      {member && !member.authority && <p className={style.hint}>{t('member.kept')}</p>}
    </section>
  );
}
