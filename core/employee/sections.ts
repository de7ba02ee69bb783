import { z } from 'zod';
import { departmentId } from '#core/company/department-calls.ts';
import { checkIdNumber, idNumber, idType } from '#core/realname/id-document.ts';
import { personName } from '#core/validate/name-rules.ts';
import { readDay } from '#core/validate/read-day.ts';
import { readGrouped } from '#core/validate/read-number.ts';
import { bankCard, email, lengthUpTo, mobile, orEmpty, phone } from '#core/validate/rules.ts';
import { lengthOf } from '#core/validate/text.ts';

/** Tabs of an employee's details ([2.14]): each section is shown and changed as a unit. */
export const SECTIONS = ['PERSONAL', 'WORK', 'CONTACT', 'SALARY', 'CONTRACT'] as const;
export type Section = (typeof SECTIONS)[number];

export const GENDERS = ['MALE', 'FEMALE'] as const;

/** The problem key is in the issue's message for forms and in `params` for the response of a call. */
const problem = (key: `employee:rule.${string}`) => ({ message: key, params: { problem: key } });

/** Whether a text is an existing day in the form `2026-11-22`. */
export const isDay = (text: string): boolean => {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
const keepDay = (text: string): string => readDay(text) ?? text.trim();
export const wantedDay = z.string().max(40).transform(keepDay).refine(isDay, problem('employee:rule.day'));
export const dayOrNone = z
  .string()
  .max(40)
  .transform(keepDay)
  .refine((text) => text === '' || isDay(text), problem('employee:rule.day'));

/** Yuan with at most two decimals, as `12000` or `12000.50`; stored as `12000.00`. */
const AMOUNT = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
/** Normalizes an amount: removes separators of thousands. Others are returned too, for the rule to reject. */
export const keepAmount = (text: string): string => {
  const plain = readGrouped(text) ?? text.trim();
  return AMOUNT.test(plain) ? Number(plain).toFixed(2) : plain;
};
const amount = z
  .string()
  .max(30)
  .transform(keepAmount)
  .refine((text) => text === '' || AMOUNT.test(text), problem('employee:rule.amount'));

const gender = z.enum(GENDERS).or(z.literal(''));

/** [3.2a] [5.4a] Personal data: everything is required except the e-mail address. */
export const personalForm = z
  .object({
    realName: personName(),
    mobile: mobile(),
    idType,
    idNumber,
    email: orEmpty(email()).default(''),
    /** Last day of validity of the ID document; empty if it does not expire. */
    idExpiry: dayOrNone.default(''),
  })
  .superRefine((form, context) => checkIdNumber(form.idType, form.idNumber, 'idNumber', context));

/** [3.2b] The entry date is required; regularization is not before it, and the first working day is not after it. */
export const workForm = z
  .object({
    entryDate: wantedDay,
    departmentId: departmentId.default(''),
    jobContent: orEmpty(lengthUpTo(64)).default(''),
    workLocation: orEmpty(lengthUpTo(64)).default(''),
    regularDate: dayOrNone.default(''),
    firstWorkDate: dayOrNone.default(''),
  })
  .superRefine(({ entryDate, regularDate, firstWorkDate }, context) => {
    if (regularDate !== '' && regularDate < entryDate)
      context.addIssue({
        code: 'custom',
        path: ['regularDate'],
        ...problem('employee:rule.regularBeforeEntry'),
      });
    if (firstWorkDate !== '' && firstWorkDate > entryDate)
      context.addIssue({
        code: 'custom',
        path: ['firstWorkDate'],
        ...problem('employee:rule.firstWorkAfterEntry'),
      });
  });

/** [3.2b] Emergency contact: empty, or a name with a phone number. */
export const contactForm = z
  .object({
    emergencyName: orEmpty(personName()).default(''),
    emergencyPhone: orEmpty(phone()).default(''),
    emergencyGender: gender.default(''),
    emergencyRelation: orEmpty(lengthUpTo(20)).default(''),
  })
  .superRefine((form, context) => {
    const some = Object.values(form).some((value) => value !== '');
    for (const name of ['emergencyName', 'emergencyPhone'] as const)
      if (some && form[name] === '')
        context.addIssue({ code: 'custom', path: [name], ...problem('employee:rule.contact') });
  });

/** [3.2b] Salary, its bank card, and the bases of social insurance and housing fund contributions ([2.14]). */
export const salaryForm = z
  .object({
    bankName: orEmpty(lengthUpTo(50)).default(''),
    bankCard: orEmpty(bankCard()).default(''),
    salary: amount.default(''),
    probationSalary: amount.default(''),
    socialBase: amount.default(''),
    fundBase: amount.default(''),
  })
  .superRefine((form, context) => {
    if (form.bankCard !== '' && form.bankName === '')
      context.addIssue({ code: 'custom', path: ['bankName'], ...problem('employee:rule.bankName') });
  });

/** [3.2b] The labour contract; without an end it is open-ended. */
export const contractForm = z
  .object({ contractStart: dayOrNone.default(''), contractEnd: dayOrNone.default('') })
  .superRefine(({ contractStart, contractEnd }, context) => {
    if (contractEnd === '') return;
    if (contractStart === '')
      context.addIssue({
        code: 'custom',
        path: ['contractStart'],
        ...problem('employee:rule.contractStart'),
      });
    else if (contractEnd < contractStart)
      context.addIssue({ code: 'custom', path: ['contractEnd'], ...problem('employee:rule.contractEnd') });
  });

export const SECTION_FORMS = {
  PERSONAL: personalForm,
  WORK: workForm,
  CONTACT: contactForm,
  SALARY: salaryForm,
  CONTRACT: contractForm,
} as const satisfies Record<Section, z.ZodType>;

/** Fields that are stored encrypted and masked by default; the roster shows the others of a section. */
export const SEALED_FIELDS = {
  PERSONAL: ['realName', 'mobile', 'idNumber', 'email'],
  WORK: [],
  CONTACT: ['emergencyName', 'emergencyPhone', 'emergencyGender', 'emergencyRelation'],
  SALARY: ['bankName', 'bankCard', 'salary', 'probationSalary', 'socialBase', 'fundBase'],
  CONTRACT: [],
} as const satisfies Record<Section, readonly string[]>;

/** Name of a paper, or empty. */
export const paperName = z
  .string()
  .max(200)
  .transform((text) => text.trim().replace(/\s+/gu, ' '))
  .refine((text) => lengthOf(text) <= 20, problem('employee:rule.paperName'));

/** A paper other than the two of [3.2b]: its name, and its last day of validity, empty if it does not expire. */
export const paperForm = z.object({
  name: paperName.refine((text) => text !== '', problem('employee:rule.paperName')),
  expiry: dayOrNone.default(''),
});

/** Problems of a paper that depend on the employee's others. */
export const PAPER_PROBLEMS = { twice: 'employee:rule.paperTwice', most: 'employee:rule.paperMost' } as const;

/** Sections with masked fields. */
export const MASKED_SECTIONS = ['PERSONAL', 'CONTACT', 'SALARY'] as const satisfies readonly Section[];
