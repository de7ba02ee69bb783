import type { Role } from '#core/call.ts';
import type { ApprovalStep } from './approval.ts';
import { type ApprovalFlow, type FlowNode, holds, judgeAmount, type SubjectFacts } from './flow.ts';

/** The people of an enterprise among whom approvers are found. */
export interface Staff {
  /** Members who have not left and are not frozen. */
  members: readonly { accountId: string; roles: readonly string[]; departmentId: string }[];
  departments: readonly { id: string; parentId: string; headId: string }[];
  /** Active substitutions: account → substitute. */
  substitutes: ReadonlyMap<string, string>;
  /** Members who hold a seal that the subject uses. */
  sealKeepers: readonly string[];
}

export interface Applicant {
  accountId: string;
  departmentId: string;
}

/**
 * Replaces accounts by their substitutes, transitively. In a cycle, or if the last one is not a member, they decide
 * themselves.
 */
export function withSubstitutes(accounts: readonly string[], staff: Staff): string[] {
  const known = new Set(staff.members.map((member) => member.accountId));
  const resolved = accounts.flatMap((account) => {
    const seen = new Set([account]);
    let at = account;
    for (let then = staff.substitutes.get(at); then !== undefined; then = staff.substitutes.get(at)) {
      if (seen.has(then)) return known.has(account) ? [account] : [];
      seen.add(then);
      at = then;
    }
    return known.has(at) ? [at] : known.has(account) ? [account] : [];
  });
  return [...new Set(resolved)];
}

/** The head of the department `up` levels above the applicant's, or of the next one above that has another head. */
function departmentHead(applicant: Applicant, up: number, staff: Staff): string[] {
  const byId = new Map(staff.departments.map((department) => [department.id, department]));
  const seen = new Set<string>();
  let at = byId.get(applicant.departmentId);
  for (let level = 0; at && !seen.has(at.id); level++) {
    seen.add(at.id);
    if (level >= up && at.headId !== '' && at.headId !== applicant.accountId) return [at.headId];
    at = byId.get(at.parentId);
  }
  return [];
}

function namedBy({ approvers }: FlowNode, applicant: Applicant, staff: Staff): readonly string[] {
  switch (approvers.by) {
    case 'PERSONS':
      return approvers.accounts;
    case 'ROLE':
      return withRole(approvers.role, staff);
    case 'DEPARTMENT_HEAD':
      return departmentHead(applicant, approvers.up, staff);
    case 'SEAL_KEEPER':
      return staff.sealKeepers;
  }
}

export const withRole = (role: Role, { members }: Staff): string[] =>
  members.filter((member) => member.roles.includes(role)).map((member) => member.accountId);

/** The approvers of a node after substitution; never the applicant, unless the node allows it. May be empty. */
export function findApprovers(node: FlowNode, applicant: Applicant, staff: Staff): string[] {
  const found = withSubstitutes(namedBy(node, applicant, staff), staff);
  return node.ownAllowed ? found : found.filter((account) => account !== applicant.accountId);
}

/**
 * The steps of an approval by this flow for this contract and applicant; the preview and real approvals both use it.
 * `withoutApprover` lists the names of steps in which nobody can decide; the approval cannot start with such a step.
 * `unread`: the flow or a step applies because an amount is missing or cannot be read.
 */
export function resolveSteps(
  flow: ApprovalFlow,
  facts: SubjectFacts,
  applicant: Applicant,
  staff: Staff,
): { steps: ApprovalStep[]; withoutApprover: string[]; unread: boolean } {
  const nodes = flow.nodes.filter((node) => holds(node.when, facts));
  const steps = nodes.map(
    (node): ApprovalStep => ({
      key: node.key,
      name: node.name,
      mode: node.mode,
      state: 'NOT_STARTED',
      approvers: findApprovers(node, applicant, staff).map((accountId) => ({ accountId })),
      copies: node.copies,
      ownAllowed: node.ownAllowed,
      late: node.late,
      ...(node.hours === undefined ? {} : { hours: node.hours }),
    }),
  );
  return {
    steps,
    withoutApprover: steps.filter((s) => s.approvers.length === 0).map((s) => s.name),
    unread: [flow, ...nodes].some(({ when }) => judgeAmount(when, facts) === 'UNREAD'),
  };
}
