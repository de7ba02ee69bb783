import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { lengthUpTo } from '#core/validate/rules.ts';
import { empty, id, nothing } from '#core/wire.ts';
import { DEPARTMENTS, PEOPLE } from './access.ts';

const BASE = '/cb/assemble/department';

/** A department, or empty for none. */
export const departmentId = id.or(z.literal(''));
export const departmentName = z
  .string()
  .max(200)
  .transform((text) => text.trim().replace(/\s+/gu, ' '))
  .pipe(lengthUpTo(LIMITS.departmentName));

const department = z.object({
  departmentId: id,
  parentId: departmentId,
  name: z.string(),
  /** Names from the root down to its own. */
  path: z.array(z.string()),
  /** The head of the department, a member; empty if there is none. */
  headId: z.string(),
  headName: z.string(),
  /** Members and employees in it, excluding sub-departments. */
  members: z.number().int(),
  employees: z.number().int(),
});
export type Department = z.output<typeof department>;

/** Lists whose rows include department names. */
const NAMED = ['company', 'employee.listEmployees', 'employee.getEmployee', 'identity.listMyEnterprises'];

export const listDepartments = defineCall({
  id: 'company.listDepartments',
  method: 'GET',
  path: `${BASE}/list`,
  access: DEPARTMENTS,
  input: nothing,
  /** Parents before children, siblings in order. */
  output: z.array(department),
  summary: 'List the departments of the enterprise as an ordered tree',
});

export const addDepartment = defineCall({
  id: 'company.addDepartment',
  method: 'POST',
  path: `${BASE}/save`,
  access: DEPARTMENTS,
  input: z.object({ parentId: departmentId, name: departmentName }),
  output: z.object({ departmentId: id }),
  summary: 'Add a department at the end of its siblings',
  once: true,
  validates: true,
  changes: NAMED,
});

export const renameDepartment = defineCall({
  id: 'company.renameDepartment',
  method: 'POST',
  path: `${BASE}/rename`,
  access: DEPARTMENTS,
  input: z.object({ departmentId: id, name: departmentName }),
  output: empty,
  summary: 'Rename a department',
  validates: true,
  changes: NAMED,
});

export const moveDepartment = defineCall({
  id: 'company.moveDepartment',
  method: 'POST',
  path: `${BASE}/move`,
  access: DEPARTMENTS,
  input: z.object({
    departmentId: id,
    parentId: departmentId,
    /** The sibling before which it is placed; empty: at the end. */
    beforeId: departmentId.default(''),
  }),
  output: empty,
  summary: 'Move a department with its subtree, or change its position among its siblings',
  validates: true,
  changes: NAMED,
});

export const headDepartment = defineCall({
  id: 'company.headDepartment',
  method: 'POST',
  path: `${BASE}/head`,
  access: DEPARTMENTS,
  input: z.object({
    departmentId: id,
    /** A member of the enterprise; empty for nobody. */
    userId: departmentId,
  }),
  output: empty,
  summary: 'Appoint the head of a department',
  validates: true,
  changes: NAMED,
});

export const removeDepartment = defineCall({
  id: 'company.removeDepartment',
  method: 'POST',
  path: `${BASE}/removeById`,
  access: DEPARTMENTS,
  input: z.object({ departmentId: id }),
  output: empty,
  summary: 'Remove a department without members and without subdepartments',
  changes: NAMED,
});

export const mergeDepartment = defineCall({
  id: 'company.mergeDepartment',
  method: 'POST',
  path: `${BASE}/merge`,
  access: DEPARTMENTS,
  input: z.object({ departmentId: id, intoId: id }),
  output: z.object({
    /** How many members, employees and files of newcomers went over. */
    members: z.number().int(),
    employees: z.number().int(),
    newcomers: z.number().int(),
  }),
  summary: 'Merge a department into another: people and departments below it go over, then it is closed',
  validates: true,
  changes: NAMED,
});

export const placePersons = defineCall({
  id: 'company.placePersons',
  method: 'POST',
  path: '/cb/assemble/entperson/department',
  access: PEOPLE,
  input: z.object({ userIds: z.array(id).min(1).max(200), departmentId }),
  output: empty,
  summary: 'Assign members to a department, or to none',
  changes: NAMED,
});
