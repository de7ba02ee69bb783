import { useQuery } from '@tanstack/react-query';
import { type Department, listDepartments } from '#core/company/department-calls.ts';
import { queryOf } from '../../query.ts';
import type { Option } from '../../ui/radio-group.tsx';

/** The name of a department with its path, for use outside the tree. */
export const pathText = (path: readonly string[]): string => path.join(' / ');

export const departmentOptions = (departments: readonly Department[]): Option[] =>
  departments.map(({ departmentId, path }) => ({ value: departmentId, label: pathText(path) }));

/** The departments as filter options, preceded by one for all. */
export function useDepartmentFilter(any: string): Option[] {
  const { data = [] } = useQuery(queryOf(listDepartments, {}));
  return [{ value: '', label: any }, ...departmentOptions(data)];
}
