import { z } from 'zod';
import { defineCall, ROLES } from '#core/call.ts';
import { GRANT_LEVELS } from '#core/seal/states.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { lengthUpTo, orEmpty } from '#core/validate/rules.ts';
import { empty, fixedPageInput, id, pageInput, pageOf, time } from '#core/wire.ts';
import { ROSTER } from './access.ts';
import {
  contactForm,
  contractForm,
  MASKED_SECTIONS,
  paperForm,
  paperName,
  personalForm,
  SECTIONS,
  salaryForm,
  wantedDay,
  workForm,
} from './sections.ts';
import { AT_ONCE, EMPLOYEE_IMAGES, EMPLOYEE_RECORDS, EMPLOYEE_STATES } from './states.ts';
import { WARNINGS } from './warnings.ts';

const BASE = '/cb/assemble/employee';

const employeeRow = z.object({
  employeeId: id,
  realName: z.string(),
  /** Masked: 138****0001. */
  mobile: z.string(),
  /** Names from the root down; empty for none. */
  department: z.array(z.string()),
  jobContent: z.string(),
  entryDate: z.string(),
  contractEnd: z.string(),
  /** What expires soon or has expired; empty for employees who left. */
  warnings: z.array(z.enum(WARNINGS)),
  /** Empty while employed. */
  departDate: z.string(),
  state: z.enum(EMPLOYEE_STATES),
  /** Whether a member of the enterprise, who may sign for it, has this mobile number. */
  member: z.boolean(),
});
export type EmployeeRow = z.output<typeof employeeRow>;

export const listEmployees = defineCall({
  id: 'employee.listEmployees',
  method: 'GET',
  path: `${BASE}/page`,
  access: ROSTER,
  input: z.object({
    ...pageInput,
    state: z.enum(EMPLOYEE_STATES).default('ACTIVE'),
    /** Part of the name, or the complete mobile number. */
    name: z.string().max(50).optional(),
    /** Includes its sub-departments. */
    departmentId: id.optional(),
    /** Only employees with this warning; empty: all. */
    warning: z.enum(WARNINGS).or(z.literal('')).default(''),
  }),
  output: pageOf(employeeRow),
  summary: 'List the roster: current employees, or those who left ([2.14])',
});

const texts = <K extends string>(...names: K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<K, z.ZodString>);

/** [3.2b] Encrypted values are masked. */
const employeeDetail = z.object({
  employeeId: id,
  state: z.enum(EMPLOYEE_STATES),
  version: z.number().int(),
  personal: texts('realName', 'mobile', 'idNumber', 'email', 'idExpiry').extend({ idType: z.enum(ID_TYPES) }),
  work: texts('entryDate', 'departmentId', 'jobContent', 'workLocation', 'regularDate', 'firstWorkDate'),
  contact: texts('emergencyName', 'emergencyPhone', 'emergencyGender', 'emergencyRelation'),
  /** Null for HR from whom salaries are withheld. */
  salary: texts('bankName', 'bankCard', 'salary', 'probationSalary', 'socialBase', 'fundBase').nullable(),
  contract: texts('contractStart', 'contractEnd'),
  /** Names of the department from the root down; empty for none. */
  department: z.array(z.string()),
  departDate: z.string(),
  departReason: z.string(),
  /** When everything except the fact of the employment was erased; null before. */
  erasedAt: time.nullable(),
  warnings: z.array(z.enum(WARNINGS)),
  /** Transfers between departments, newest first. */
  transfers: z.array(
    z.object({
      day: z.string(),
      from: z.array(z.string()),
      to: z.array(z.string()),
      reason: z.string(),
      operator: z.string(),
      at: time,
    }),
  ),
  images: z.array(
    z.object({
      imageId: id,
      kind: z.enum(EMPLOYEE_IMAGES),
      /** Of other papers; empty for the two that have their place. */
      name: z.string(),
      /** Last day of validity; empty if it does not expire. */
      expiry: z.string(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  /** [3.2a] The member of the enterprise with this mobile number; null if there is none. */
  member: z
    .object({
      joinTime: time,
      /**
       * Whether the caller may ask for the membership to end together with the employment. To HR it tells nothing of the
       * member: neither whether the number of an identity document on the roster is theirs, nor which roles they have.
       */
      mayEnd: z.boolean(),
      /** The member's permissions, for callers who manage people ([6.2a]); null for others who maintain the roster. */
      authority: z
        .object({
          /** Masked if it is the mobile number. */
          loginName: z.string(),
          roles: z.array(z.enum(ROLES)),
          stamps: z.array(z.object({ stampName: z.string(), level: z.enum(GRANT_LEVELS) })),
        })
        .nullable(),
    })
    .nullable(),
  /** Newest first. */
  records: z.array(
    z.object({ at: time, record: z.enum(EMPLOYEE_RECORDS), operator: z.string(), remark: z.string() }),
  ),
});
export type EmployeeDetail = z.output<typeof employeeDetail>;

export const getEmployee = defineCall({
  id: 'employee.getEmployee',
  method: 'GET',
  path: `${BASE}/detail/:employeeId`,
  access: ROSTER,
  input: z.object({ employeeId: id }),
  output: employeeDetail,
  summary: 'Get an employee; personal data is masked',
});

export const revealEmployee = defineCall({
  id: 'employee.reveal',
  method: 'POST',
  path: `${BASE}/reveal`,
  access: ROSTER,
  input: z.object({ employeeId: id, section: z.enum(MASKED_SECTIONS) }),
  output: z.object({ values: z.record(z.string(), z.string()) }),
  summary: 'Get a section of an employee unmasked; the access is recorded',
  audited: true,
});

/** Excludes the section that was opened unmasked: each access to it is recorded. */
const EMPLOYEE_FACTS = ['employee.listEmployees', 'employee.getEmployee', 'employee.listChanges'];

export const addEmployee = defineCall({
  id: 'employee.addEmployee',
  method: 'POST',
  path: `${BASE}/save`,
  access: ROSTER,
  input: z.object({
    personal: personalForm,
    work: workForm,
    contact: contactForm.optional(),
    salary: salaryForm.optional(),
    contract: contractForm.optional(),
  }),
  output: z.object({ employeeId: id }),
  summary: 'Add an employee to the roster',
  once: true,
  validates: true,
  changes: EMPLOYEE_FACTS,
});

export const changeEmployee = defineCall({
  id: 'employee.changeEmployee',
  method: 'POST',
  path: `${BASE}/updateById`,
  access: ROSTER,
  /** At least one section. */
  input: z.object({
    employeeId: id,
    /** Version that was read: a concurrent change is not overwritten. */
    version: z.number().int(),
    personal: personalForm.optional(),
    work: workForm.optional(),
    contact: contactForm.optional(),
    salary: salaryForm.optional(),
    contract: contractForm.optional(),
  }),
  output: z.object({ version: z.number().int() }),
  summary: 'Change sections of an employee, each as a whole',
  validates: true,
  changes: EMPLOYEE_FACTS,
});

export const departEmployee = defineCall({
  id: 'employee.depart',
  method: 'POST',
  path: `${BASE}/depart`,
  access: ROSTER,
  input: z.object({
    employeeId: id,
    departDate: wantedDay,
    departReason: severalLines(orEmpty(lengthUpTo(64))).default(''),
    /**
     * Also ends the membership at once, and pending items pass to the administrator. At HR's word it ends if the verified
     * identity is the employee's and no role is above the roster's; else it stays, and administrators are told.
     */
    endMembership: z.boolean().default(false),
  }),
  output: z.object({
    /** Whether the person is still a member of the enterprise and must be removed. */
    member: z.boolean(),
  }),
  summary:
    'Record that an employee left and end the membership with it; administrators are told of one that stays',
  validates: true,
  changes: [...EMPLOYEE_FACTS, 'company'],
});

export const transferEmployees = defineCall({
  id: 'employee.transfer',
  method: 'POST',
  path: `${BASE}/transfer`,
  access: ROSTER,
  input: z.object({
    employeeIds: z.array(id).min(1).max(AT_ONCE.transfer),
    departmentId: id,
    /** Effective day, today at the latest. */
    day: wantedDay,
    reason: severalLines(orEmpty(lengthUpTo(64))).default(''),
  }),
  output: z.object({
    moved: z.number().int(),
    /** Number of employees who were already there or had left. */
    left: z.number().int(),
  }),
  summary: 'Transfer employees to another department, with a date and a reason',
  validates: true,
  changes: [...EMPLOYEE_FACTS, 'company.listDepartments'],
});

export const listChanges = defineCall({
  id: 'employee.listChanges',
  method: 'GET',
  path: `${BASE}/changes`,
  access: ROSTER,
  input: z.object({ employeeId: id, section: z.enum(SECTIONS), ...fixedPageInput }),
  output: pageOf(
    z.object({
      at: time,
      operator: z.string(),
      field: z.string(),
      /** Personal data is masked; for amounts only shows that there was one. */
      before: z.string(),
      after: z.string(),
    }),
  ),
  summary: 'List the previous values of a section’s fields, newest change first',
});

export const exportEmployees = defineCall({
  id: 'employee.exportEmployees',
  method: 'POST',
  path: `${BASE}/batchExport`,
  access: ROSTER,
  input: z.object({
    state: z.enum(EMPLOYEE_STATES),
    departmentId: id.or(z.literal('')).default(''),
    sections: z.array(z.enum(SECTIONS)).min(1).max(SECTIONS.length),
    /** Also exports masked values in full, which is recorded for each employee. */
    full: z.boolean().default(false),
    /** The last employee of the previous part. */
    after: id.or(z.literal('')).default(''),
  }),
  output: z.object({
    rows: z.array(z.object({ employeeId: id, values: z.record(z.string(), z.string()) })),
  }),
  summary: 'Export employees with the fields of selected sections, in parts, for a sheet',
  audited: true,
  changes: ['employee.getEmployee'],
});

export const restoreEmployee = defineCall({
  id: 'employee.restore',
  method: 'POST',
  path: `${BASE}/restore`,
  access: ROSTER,
  input: z.object({ employeeId: id }),
  output: empty,
  summary: 'Undo a departure',
  changes: EMPLOYEE_FACTS,
});

export const uploadEmployeeImage = defineCall({
  id: 'employee.uploadImage',
  method: 'POST',
  path: `${BASE}/image`,
  body: 'multipart',
  access: ROSTER,
  input: z.object({
    employeeId: id,
    kind: z.enum(EMPLOYEE_IMAGES),
    /** Of another paper, required for PAPER. */
    name: paperName.default(''),
    expiry: paperForm.shape.expiry,
    /** The paper that it replaces; empty adds one. The two certificates replace theirs without it. */
    imageId: id.or(z.literal('')).default(''),
    file: z.instanceof(Blob),
  }),
  output: z.object({ imageId: id }),
  summary: 'Upload a picture of a certificate, which replaces the previous one, or of another paper',
  validates: true,
  changes: EMPLOYEE_FACTS,
});

export const getEmployeeImage = defineCall({
  id: 'employee.getImage',
  method: 'GET',
  path: `${BASE}/image/:imageId`,
  answer: 'file',
  access: ROSTER,
  input: z.object({ imageId: id }),
  output: z.unknown(),
  summary: 'Get the picture of an employee’s paper; the access is recorded',
});

export const changeEmployeePaper = defineCall({
  id: 'employee.changePaper',
  method: 'POST',
  path: `${BASE}/image/updateById`,
  access: ROSTER,
  input: paperForm.extend({ imageId: id }),
  output: empty,
  summary: 'Change the name and the last day of validity of another paper',
  validates: true,
  changes: EMPLOYEE_FACTS,
});

export const removeEmployeeImage = defineCall({
  id: 'employee.removeImage',
  method: 'POST',
  path: `${BASE}/image/removeById`,
  access: ROSTER,
  input: z.object({ imageId: id }),
  output: empty,
  summary: 'Remove the picture of a paper permanently',
  changes: EMPLOYEE_FACTS,
});
