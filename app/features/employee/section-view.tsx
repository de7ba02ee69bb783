import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeDetail, revealEmployee } from '#core/employee/calls.ts';
import { MASKED_SECTIONS, SECTION_FORMS, type Section } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { pathText } from '../../parts/department/department-options.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './employee.module.css';
import { EmployeeImages } from './employee-images.tsx';
import { EmployeePapers } from './employee-papers.tsx';
import { Membership } from './membership.tsx';

const ChangeList = lazy(() => import('./change-list.tsx').then((m) => ({ default: m.ChangeList })));
const EditDialog = lazy(() => import('./edit-dialog.tsx').then((m) => ({ default: m.EditDialog })));

type Props = { section: Section; detail: EmployeeDetail; onSettled: () => unknown };

/** Shows a section; it can be revealed and edited. */
export function SectionView({ section, detail, onSettled }: Props) {
  const { t } = useTranslation(['employee', 'realname', 'error']);
  const [editing, setEditing] = useState(false);
  const [looking, setLooking] = useState(false);
  const { employeeId } = detail;
  const masked = MASKED_SECTIONS.find((one) => one === section);
  const reveal = useMutation({
    mutationFn: async () => masked && (await call(revealEmployee, { employeeId, section: masked })).values,
    onSuccess: onSettled,
  });
  const facts: Record<string, string> | null = detail[section.toLowerCase() as Lowercase<Section>];
  const valueText = (name: string): string => {
    if (name === 'departmentId') return pathText(detail.department);
    const value = reveal.data?.[name] ?? facts?.[name] ?? '';
    if (value === '') return '';
    if (name === 'idType') return t(`realname:idType.${value}`);
    return name === 'emergencyGender' && reveal.data ? t(`gender.${value}`) : value;
  };
  if (!facts) return <Notice>{t('error:SALARY_WITHHELD')}</Notice>;
  return (
    <div className={style.section}>
      <div className={style.tools}>
        {masked && (
          <Button
            size="small"
            icon={reveal.data ? 'eye-off' : 'eye'}
            pending={reveal.isPending}
            onClick={() => (reveal.data ? reveal.reset() : reveal.mutate())}
          >
            {t(reveal.data ? 'action.hide' : 'action.reveal')}
          </Button>
        )}
        <Button size="small" icon="history" onClick={() => setLooking(true)}>
          {t('changes.show')}
        </Button>
        <Button size="small" icon="pen" onClick={() => setEditing(true)}>
          {t('action.edit')}
        </Button>
      </div>
      <Facts
        grid
        facts={Object.keys(SECTION_FORMS[section].shape).map((name) => [t(`field.${name}`), valueText(name)])}
      />
      {masked && <p className={style.hint}>{t('details.kept')}</p>}
      {section === 'WORK' && <Transfers detail={detail} />}
      {section === 'PERSONAL' && <Membership detail={detail} />}
      {section === 'PERSONAL' && <EmployeeImages kind="EDUCATION" detail={detail} onSettled={onSettled} />}
      {section === 'PERSONAL' && <EmployeePapers detail={detail} onSettled={onSettled} />}
      {section === 'CONTRACT' && <EmployeeImages kind="RESIGNATION" detail={detail} onSettled={onSettled} />}
      {looking && (
        <Suspense>
          <ChangeList employeeId={employeeId} section={section} onClose={() => setLooking(false)} />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <EditDialog
            section={section}
            detail={detail}
            onClose={() => setEditing(false)}
            onSettled={() => {
              // The revealed values are outdated now.
              reveal.reset();
              return onSettled();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Transfers between departments, newest first. */
function Transfers({ detail: { transfers } }: { detail: EmployeeDetail }) {
  const { t } = useTranslation('employee');
  return (
    <section className={style.part} aria-label={t('transfer.history')}>
      <h2>{t('transfer.history')}</h2>
      {transfers.length === 0 && <p className={style.hint}>{t('transfer.none')}</p>}
      <ul className={style.records}>
        {transfers.map(({ day, from, to, reason, operator, at }) => (
          <li key={at}>
            <span className={style.when}>{day}</span>
            <span>{operator}</span>
            <span>
              {t('transfer.line', { from: pathText(from) || t('notGiven'), to: pathText(to) })}
              {reason && t('transfer.because', { reason })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
