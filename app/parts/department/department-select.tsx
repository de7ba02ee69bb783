import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Department, listDepartments } from '#core/company/department-calls.ts';
import { queryOf } from '../../query.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import type { FieldBinding } from '../../ui/form.tsx';
import type { Option } from '../../ui/radio-group.tsx';

/** The name of a department with its path, for use outside the tree. */
export const pathText = (path: readonly string[]): string => path.join(' / ');

const departmentOptions = (departments: readonly Department[]): Option[] =>
  departments.map(({ departmentId, path }) => ({ value: departmentId, label: pathText(path) }));

/** The departments as filter options, preceded by one for all. */
export function useDepartmentFilter(any: string): Option[] {
  const { data = [] } = useQuery(queryOf(listDepartments, {}));
  return [{ value: '', label: any }, ...departmentOptions(data)];
}

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
