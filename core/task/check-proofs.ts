import type { Plan } from './plan.ts';
import type { PlanProblem, PlanProblemName } from './plan-problem.ts';
import { ACCESS_CODE, isAccessCode, type SignerProof } from './signer-proofs.ts';

/** Step 2: what signers prove before they sign can be asked of them. */
export function checkProofs({ signers }: Plan, off: readonly SignerProof[] = []): PlanProblem[] {
  return signers.flatMap(({ proofs = [], accessCode = '', accountId, mobile, email, autoSealId }, i) => {
    const problems: PlanProblem[] = [];
    const add = (field: string, problem: PlanProblemName, params?: PlanProblem['params']) =>
      problems.push({ step: 2, path: `signers.${i}.${field}`, problem, ...(params ? { params } : {}) });
    if (proofs.length === 0) return problems;
    if (autoSealId) add('proofs', 'proofsAutomatic');
    if (proofs.some((proof) => off.includes(proof))) add('proofs', 'proofSwitchedOff');
    if (proofs.includes('SMS') && !accountId && mobile === '') add('proofs', 'proofNeedsMobile');
    if (proofs.includes('MAIL') && !email) add('email', 'proofNeedsEmail');
    if (proofs.includes('ACCESS_CODE')) {
      if (accessCode === '') add('accessCode', 'accessCodeMissing');
      else if (!isAccessCode(accessCode)) add('accessCode', 'accessCodeLength', { ...ACCESS_CODE });
    }
    return problems;
  });
}
