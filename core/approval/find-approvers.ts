import type { Role } from '#core/call.ts';
import type { ApprovalStep } from './approval.ts';
import { type ApprovalFlow, type FlowNode, holds, type SubjectFacts } from './flow.ts';

/** The people of an enterprise, as far as approvers are found among them. */
export interface Staff {
  /** Members who may act: not departed, not frozen. */
  members: readonly { accountId: string; roles: readonly string[]; departmentId: string }[];
  departments: readonly { id: string; parentId: string; headId: string }[];
  /** Who decides for whom at present. */
  substitutes: ReadonlyMap<string, string>;
  /** Members who hold a seal that the subject uses. */
  sealKeepers: readonly string[];
}

export interface Applicant {
  accountId: string;
  departmentId: string;
}

/** Whoever may decide in place of these: each follows the substitutes to the end; in a circle they decide themselves. */
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

/** The head of the applicant's department `up` levels above; of the next department above that has one. */
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

/** Who decides in a node, substitutes followed; never the applicant, unless the node says so. May be nobody. */
export function findApprovers(node: FlowNode, applicant: Applicant, staff: Staff): string[] {
  const found = withSubstitutes(namedBy(node, applicant, staff), staff);
  return node.ownAllowed ? found : found.filter((account) => account !== applicant.accountId);
}

/**
 * The steps that an approval by this flow goes through, for this contract and this applicant: what is shown by a trial run is
 * what happens. `withoutApprover` names the nodes in which nobody could decide; with one of them it may not begin.
 */
export function planSteps(
  flow: ApprovalFlow,
  facts: SubjectFacts,
  applicant: Applicant,
  staff: Staff,
): { steps: ApprovalStep[]; withoutApprover: string[] } {
  const steps = flow.nodes
    .filter((node) => holds(node.when, facts))
    .map(
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
  return { steps, withoutApprover: steps.filter((s) => s.approvers.length === 0).map((s) => s.name) };
}
