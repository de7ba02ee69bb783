import { type PasswordRuleName, passwordProblem } from '#core/identity/password-rules.ts';

/** The key of what is wrong with a new password by its rule, for a form; null where it is good. */
export function newPasswordIssue(
  rule: PasswordRuleName,
  password: string,
  own: readonly string[] = [],
): string | null {
  const problem = passwordProblem(rule, password, own);
  if (!problem) return null;
  return `register:problem.${problem === 'classes' || problem === 'length' ? `${rule}_${problem}` : problem}`;
}
