import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Directory, getDirectory } from '#core/company/directory-calls.ts';
import { matchesNumber, typedKey } from '#core/contact/match-name.ts';
import { matchesName, type ReadName } from '#core/contact/search.ts';
import { queryOf } from '../../query.ts';
import type { TreeNode } from '../../ui/tree.tsx';
import { pathText } from '../department/department-options.ts';

export type Colleague = Directory['people'][number] & {
  /** Names of the department from the top down; empty if they are in none. */
  department: string;
  /** Departments that they lead. */
  leads: readonly string[];
};
export type DirectoryDepartment = Directory['departments'][number];

/** All members of the current enterprise, by name, and its departments. */
export function useDirectory() {
  const query = useQuery({ ...queryOf(getDirectory, {}), staleTime: 60_000 });
  const { data } = query;
  const directory = useMemo(() => data && orderDirectory(data), [data]);
  return { directory, error: query.error, again: () => void query.refetch() };
}

function orderDirectory({ departments, people }: Directory) {
  const byId = new Map(departments.map((one) => [one.departmentId, one]));
  const leads = Map.groupBy(departments, ({ headId }) => headId);
  const { compare } = new Intl.Collator(['zh-CN', 'en']);
  const colleagues = people
    .map(
      (person): Colleague => ({
        ...person,
        department: pathText(byId.get(person.departmentId)?.path ?? []),
        leads: (leads.get(person.userId) ?? []).map(({ name }) => name),
      }),
    )
    .sort((a, b) => compare(a.name, b.name));
  return { departments, colleagues };
}

/** The departments as a tree. */
export function departmentNodes(departments: readonly DirectoryDepartment[], all: string): TreeNode[] {
  const below = (parentId: string): TreeNode[] =>
    departments
      .filter((one) => one.parentId === parentId)
      .map(({ departmentId, name }) => ({ id: departmentId, label: name, children: below(departmentId) }));
  return [{ id: 'ALL', label: all, children: below('') }];
}

/** The members of a department and its descendants; ALL: everybody. */
export function colleaguesIn(
  colleagues: readonly Colleague[],
  departments: readonly DirectoryDepartment[],
  departmentId: string,
): readonly Colleague[] {
  if (departmentId === 'ALL') return colleagues;
  const within = new Set([departmentId]);
  // parents precede their children
  for (const one of departments) if (within.has(one.parentId)) within.add(one.departmentId);
  return colleagues.filter((one) => within.has(one.departmentId));
}

/** Members matching the search: a part of the name, written or as pinyin, or of the visible digits of the number. */
export function searchColleagues(
  colleagues: readonly Colleague[],
  text: string,
  read: ReadName,
): readonly Colleague[] {
  const typed = typedKey(text);
  if (typed === '') return colleagues;
  return colleagues.filter(
    ({ name, mobile }) => matchesName([name], typed, read) || matchesNumber(mobile, typed),
  );
}
