import { z } from 'zod';
import { CODE } from '#core/identity/code-purposes.ts';
import { isCommonPin } from '#core/identity/common-pins.ts';
import { type PasswordProblem, passwordProblem } from '#core/identity/password-rules.ts';

/** [5.8a] [8.20a] Rule of a code: required, six digits. */
export const codeRule = z
  .string()
  .trim()
  .min(1, 'account:rule.codeRequired')
  .regex(CODE, 'account:rule.codeFormat');

const PROBLEMS: Record<PasswordProblem, string> = {
  length: 'account:rule.passwordLength',
  classes: 'account:rule.passwordClasses',
  characters: 'account:rule.passwordCharacters',
  common: 'account:rule.passwordCommon',
  own: 'account:rule.passwordCommon',
};

/** Rules of a new login password ([5.7a]). */
export const newPassword = z.string().superRefine((password, context) => {
  const problem = passwordProblem('CHANGE', password);
  if (problem) context.addIssue({ code: 'custom', message: PROBLEMS[problem] });
});

export const signPassword = z
  .string()
  .refine((password) => /^\S{6,20}$/.test(password) && !/^(.)\1*$/.test(password), {
    message: 'account:rule.signPassword',
  })
  .refine((password) => !isCommonPin(password), { message: 'account:rule.passwordCommon' });

/** The confirmation must equal the password ([5.7b]). */
export const sameAgain = (values: { password: string; confirm: string }, context: z.RefinementCtx) => {
  if (values.password !== values.confirm)
    context.addIssue({ code: 'custom', path: ['confirm'], message: 'account:rule.confirm' });
};
