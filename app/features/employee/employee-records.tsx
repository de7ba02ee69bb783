import { useTranslation } from 'react-i18next';
import type { EmployeeDetail } from '#core/employee/calls.ts';
import { formatDateTime } from '../../i18n/format.ts';
import style from './employee.module.css';

/** Who changed and who viewed what, newest first. */
export function EmployeeRecords({ records }: { records: EmployeeDetail['records'] }) {
  const { t } = useTranslation(['employee', 'company']);
  const about = (remark: string) =>
    remark
      .split(' ')
      .filter(Boolean)
      .map((one) => t(`about.${one}`, { defaultValue: '' }))
      .filter(Boolean)
      .join(t('company:comma'));
  return (
    <ul className={style.records}>
      {records.map(({ at, record, operator, remark }, i) => (
        <li key={`${at}.${i}`}>
          <span className={style.when}>{formatDateTime(at, { seconds: true })}</span>
          <span>{operator}</span>
          <span>{t(`record.${record}`, { about: about(remark) })}</span>
        </li>
      ))}
    </ul>
  );
}
