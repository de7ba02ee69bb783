import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { id, nothing } from '#core/wire.ts';

const person = z.object({
  userId: id,
  /** The real name, or the login name until one is verified. */
  name: z.string(),
  /** Empty if they belong to none. */
  departmentId: z.string(),
  /** In full, or masked as 138****0001, by `sightOf` (core/company/directory.ts); empty if there is none. */
  mobile: z.string(),
  /** Empty if there is none, or if the number is masked. */
  email: z.string(),
});

const department = z.object({
  departmentId: id,
  parentId: z.string(),
  name: z.string(),
  /** Names from the root down to its own. */
  path: z.array(z.string()),
  /** The head of the department, a member; empty if there is none. */
  headId: z.string(),
});

/** [1.10a] [2.3a] All members of the enterprise at once, so that they can be searched locally. */
export const getDirectory = defineCall({
  id: 'company.getDirectory',
  method: 'GET',
  path: '/cb/assemble/directory/list',
  access: {
    actor: 'enterprise',
    may: 'see the members of the enterprise by department',
    also: 'numbers and addresses in full: their own, of their department, and of people they lead or are led by; for HR and administrators everybody’s; the rest masked',
  },
  input: nothing,
  output: z.object({
    /** Parents before children, siblings in order. */
    departments: z.array(department),
    /** In the order in which they joined. */
    people: z.array(person),
  }),
  summary:
    'List the members of the enterprise and its departments; numbers in full or masked, by the caller’s rights',
});
export type Directory = z.output<typeof getDirectory.output>;
