import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWithheld } from '#core/employee/access.ts';
import { exportEmployees } from '#core/employee/calls.ts';
import { columnTitle, ROSTER_COLUMNS } from '#core/employee/import-columns.ts';
import { SECTIONS, type Section } from '#core/employee/sections.ts';
import type { EmployeeState } from '#core/employee/states.ts';
import { call, saveFile } from '../../call.ts';
import { storedLanguage } from '../../i18n/use-language.ts';
import { writeSheet } from '../../kit/write-sheet.ts';
import { useDepartmentFilter } from '../../parts/department/department-options.ts';
import { useRefresh } from '../../query.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './employee.module.css';

type Values = Record<string, string>;

/** Exports selected sections of the roster to a sheet; masked unless full values are requested. */
export function ExportDialog({ state, onClose }: { state: EmployeeState; onClose: () => void }) {
  const { t } = useTranslation(['employee', 'realname', 'error']);
  const refresh = useRefresh();
  const departments = useDepartmentFilter(t('roster.anyDepartment'));
  const [departmentId, setDepartment] = useState('');
  const [sections, setSections] = useState<readonly Section[]>(['PERSONAL', 'WORK', 'CONTRACT']);
  const [full, setFull] = useState(false);
  const maySalary = useMay('employee_salary');
  const [done, setDone] = useState(0);

  const valueText = (key: string, value: string): string => {
    if (key === 'idType') return t(`realname:idType.${value}`, { defaultValue: value });
    return key === 'emergencyGender' ? t(`gender.${value}`, { defaultValue: value }) : value;
  };
  const save = useMutation({
    mutationFn: async () => {
      setDone(0);
      const rows: Values[] = [];
      for (let after = ''; ; ) {
        const part = await call(exportEmployees, {
          state,
          departmentId,
          sections: [...sections],
          full,
          after,
        });
        rows.push(...part.rows.map(({ values }) => values));
        setDone(rows.length);
        after = part.rows.at(-1)?.employeeId ?? '';
        if (after === '') break;
      }
      const keys = ROSTER_COLUMNS.filter(({ section }) => sections.includes(section)).map(({ key }) => key);
      const left = state === 'DEPARTED' ? ['departDate'] : [];
      const shown = [...new Set(['realName', ...keys, ...left])];
      const blob = await writeSheet<Values>(
        shown.map((key) => ({
          title: key === 'departDate' ? t('field.departDate') : columnTitle(key, storedLanguage()),
          width: 20,
          value: (row) => (row[key] ? valueText(key, row[key]) : ''),
        })),
        rows,
        t('roster.title'),
      );
      saveFile({ name: `${t('roster.title')}.xlsx`, blob });
      return rows.length;
    },
    onSuccess: async (count) => {
      toast({ tone: 'success', text: t('export.done', { count }) });
      await refresh(exportEmployees);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('export.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            kind="primary"
            disabled={sections.length === 0}
            pending={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export.title')}
          </Button>
        </>
      }
    >
      <p>{t('export.text', { state: t(`state.${state}`) })}</p>
      <Select
        label={t('field.departmentId')}
        value={departmentId}
        onChange={setDepartment}
        options={departments}
      />
      <fieldset className={style.choices}>
        <legend>{t('export.sections')}</legend>
        {SECTIONS.filter((section) => !isWithheld(!maySalary, section)).map((section) => (
          <Checkbox
            key={section}
            value={sections.includes(section)}
            onChange={(chosen) =>
              setSections(chosen ? [...sections, section] : sections.filter((one) => one !== section))
            }
          >
            {t(`section.${section}`)}
          </Checkbox>
        ))}
      </fieldset>
      {!maySalary && <p className={style.hint}>{t('error:SALARY_WITHHELD')}</p>}
      <Checkbox value={full} onChange={setFull} hint={t('export.fullHint')}>
        {t('export.full')}
      </Checkbox>
      {save.isPending && <p role="status">{t('export.progress', { count: done })}</p>}
      {save.error && <Notice tone="error">{errorText(save.error, t)}</Notice>}
    </Dialog>
  );
}
