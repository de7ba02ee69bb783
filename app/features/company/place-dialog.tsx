import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PersonRow } from '#core/company/calls.ts';
import { departmentId, placePersons } from '#core/company/department-calls.ts';
import { call } from '../../call.ts';
import type { ActionContext } from '../../kit/action.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';

const rules = z.object({ departmentId });

/** Assigns one or several members to a department. */
export function PlaceDialog({ rows, close, finish }: ActionContext<PersonRow>) {
  const { t } = useTranslation('company');
  const [first] = rows;
  const same = rows.every((row) => row.departmentId === first.departmentId);
  return (
    <FormDialog
      title={
        rows.length === 1
          ? t('departments.placeOne', { name: first.name })
          : t('departments.placeSome', { count: rows.length })
      }
      submit={t('departments.save')}
      initial={{ departmentId: same ? first.departmentId : '' }}
      rules={rules}
      save={(values) => call(placePersons, { userIds: rows.map(({ userId }) => userId), ...values })}
      done={() => t('departments.placed')}
      onSaved={() => finish()}
      onClose={close}
    >
      <DepartmentSelect name="departmentId" label={t('field.department')} />
    </FormDialog>
  );
}
