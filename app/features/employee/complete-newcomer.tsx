import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isMissing } from '#core/employee/newcomer.ts';
import { completeNewcomer, getNewcomer, type NewcomerDetail } from '#core/employee/newcomer-calls.ts';
import { wantedDay } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { useBeginHrContract } from '../../parts/hr-contract/begin-contract.ts';
import { queryOf } from '../../query.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Notice } from '../../ui/notice.tsx';
import { byCurrentVersion } from './by-current-version.ts';

const rules = z.object({ entryDate: wantedDay, departmentId: z.string(), contract: z.boolean() });

/**
 * Adds the newcomer to the roster, after showing what is still missing. `opened`: the file as it was when the dialog was
 * opened; what has become known since is shown, and more must not be missing than that.
 */
export function CompleteDialog({ opened, onClose }: { opened: NewcomerDetail; onClose: () => void }) {
  const { t } = useTranslation('newcomer');
  const { newcomerId, realName } = opened;
  const { data: detail = opened } = useQuery(queryOf(getNewcomer, { newcomerId }));
  const missing = detail.items.filter(isMissing);
  const begin = useBeginHrContract();
  return (
    <FormDialog
      title={t('complete.title', { name: realName })}
      submit={t('action.complete')}
      initial={{
        entryDate: detail.entryDate || formatDate(Date.now()),
        departmentId: detail.departmentId,
        contract: false,
      }}
      rules={rules}
      save={({ contract: _, ...values }) =>
        byCurrentVersion(
          detail,
          (version) => call(completeNewcomer, { newcomerId, version, ...values }),
          (now) =>
            now.items.filter(isMissing).every(({ itemId }) => missing.some((one) => one.itemId === itemId)),
        )
      }
      onSaved={({ contract }, { data }) => {
        if (contract && data)
          begin({ purpose: 'CONTRACT', employees: [{ employeeId: data.employeeId, realName }] });
      }}
      done={() => t('complete.done', { name: realName })}
      calls={[completeNewcomer]}
      onClose={onClose}
    >
      {missing.length > 0 ? (
        <Notice tone="warning">
          {t('complete.missing', { names: missing.map(({ name }) => name).join(t('comma')) })}
        </Notice>
      ) : (
        <p>{t('complete.text')}</p>
      )}
      <DatePicker name="entryDate" label={t('field.entryDate')} required />
      <DepartmentSelect name="departmentId" label={t('field.department')} />
      <Checkbox name="contract" hint={t('complete.contractHint')}>
        {t('complete.contract')}
      </Checkbox>
    </FormDialog>
  );
}
