import { type PasswordRuleName, passwordProblem } from '#core/identity/password-rules.ts';

/** Returns the text key of the rule that a new password violates, for a form; null if it satisfies them all. */
export function newPasswordIssue(
  rule: PasswordRuleName,
  password: string,
  own: readonly string[] = [],
): string | null {
  const problem = passwordProblem(rule, password, own);
  if (!problem) return null;
  return `register:problem.${problem === 'classes' || problem === 'length' ? `${rule}_${problem}` : problem}`;
}
