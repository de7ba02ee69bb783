import { describe, expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { type DirectoryDepartment, sightOf } from '#core/company/directory.ts';

const DEPARTMENTS: DirectoryDepartment[] = [
  { id: 'sales', parentId: '', headId: 'anna' },
  { id: 'east', parentId: 'sales', headId: 'bo' },
  { id: 'law', parentId: '', headId: '' },
];
const PEOPLE = { anna: 'sales', bo: 'east', chen: 'east', deng: 'sales', fu: 'law', gao: '' };
const whom = (viewer: keyof typeof PEOPLE, roles: Role[] = ['EMPLOYEE']) => {
  const sees = sightOf({ accountId: viewer, departmentId: PEOPLE[viewer], roles }, DEPARTMENTS);
  return Object.entries(PEOPLE)
    .filter(([accountId, departmentId]) => sees({ accountId, departmentId }))
    .map(([accountId]) => accountId);
};

describe('whose number is shown in full in the directory', () => {
  it('one’s own department’s, that of its head and the heads above, and one’s own', () => {
    expect(whom('chen')).toEqual(['anna', 'bo', 'chen']);
    expect(whom('deng')).toEqual(['anna', 'deng']);
    expect(whom('fu')).toEqual(['fu']);
    // those in no department are no department
    expect(whom('gao')).toEqual(['gao']);
  });

  it('of a head everybody below, however deep', () => {
    expect(whom('anna')).toEqual(['anna', 'bo', 'chen', 'deng']);
    expect(whom('bo')).toEqual(['anna', 'bo', 'chen']);
  });

  it('of who looks after people everybody, and of nobody for another role', () => {
    for (const role of ['ENT_ADMIN', 'BUSINESS_ADMIN', 'HR'] as const)
      expect(whom('fu', [role]), role).toEqual(Object.keys(PEOPLE));
    for (const role of ['SIGN_OPERATOR', 'APPROVER', 'SEAL_ADMIN'] as const)
      expect(whom('fu', [role]), role).toEqual(['fu']);
  });

  it('a circle of departments ends', () => {
    const circle = [
      { id: 'a', parentId: 'b', headId: 'x' },
      { id: 'b', parentId: 'a', headId: '' },
    ];
    expect(
      sightOf({ accountId: 'v', departmentId: 'a', roles: [] }, circle)({ accountId: 'x', departmentId: '' }),
    ).toBe(true);
  });
});
