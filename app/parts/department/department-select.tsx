import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listDepartments } from '#core/company/department-calls.ts';
import { queryOf } from '../../query.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import type { FieldBinding } from '../../ui/form.tsx';
import { departmentOptions } from './department-options.ts';

type Props = FieldBinding<string> & {
  label: string;
  /** Departments that cannot be chosen. */
  without?: ReadonlySet<string>;
};

/** Chooses a department by any part of its path; an empty field means none. */
export function DepartmentSelect({ without, ...field }: Props) {
  const { t } = useTranslation('ui');
  const list = useQuery(queryOf(listDepartments, {}));
  const all = list.data?.filter(({ departmentId }) => !without?.has(departmentId)) ?? [];
  return (
    <ComboBox
      {...field}
      options={departmentOptions(all)}
      loading={list.isPending}
      placeholder={t(list.data?.length === 0 ? 'department.noneYet' : 'department.choose')}
    />
  );
}
