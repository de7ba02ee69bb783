import type { APPROVAL_ERRORS } from '../errors.ts';

export default {
  APPROVAL_FLOW_NOT_FOUND: 'This approval flow is not there, or switched off. Choose another one.',
  APPROVAL_OWN: 'You cannot approve what you submitted yourself. Another approver has to.',
  APPROVAL_FLOW_NAME_TAKEN: 'Another approval flow has this name. Choose a different one.',
  APPROVAL_FLOWS_FULL: 'At most {max} approval {max|flow|flows}. Remove those that are not used first.',
  APPROVAL_NO_APPROVER:
    'Nobody can approve at “{node}”, so it was not submitted. Ask an administrator to change the flow or its people.',
  APPROVAL_CLOSED: 'This approval has ended. Reload to see how.',
  APPROVAL_NOT_YOUR_TURN:
    'It is not yours to approve now: somebody else did, your turn is still to come, or it was handed on. Reload to see.',
  APPROVAL_ALREADY_APPROVER: 'They already approve in this step. Choose somebody else.',
  APPROVAL_CHANGED: 'This is not what you were shown. Reload, look again and then decide.',
  APPROVAL_NOT_A_COLLEAGUE: 'This person is no longer in the enterprise. Choose somebody else.',
  APPROVAL_RUNNING: 'The approval still runs. Withdraw it first.',
  SUBSTITUTE_CIRCLE: 'You already decide in their place, directly or through others. Choose somebody else.',
  SEAL_NEEDS_APPROVAL:
    'The seal “{name}” may only be used with an approval. Nothing was signed. Ask for its use on the signing page of the contract.',
  SEAL_USE_DIFFERS:
    'This is not the use of the seal “{name}” that was approved: a seal, a place or a file differs. Sign as approved, or ask again.',
  SEAL_USE_RUNNING: 'A use of seals was already asked for here. Wait for its answer, or withdraw it first.',
  SEAL_USE_NOT_NEEDED: 'These seals need no approval. You can sign at once.',
  SEAL_USE_OTHER_SEAL:
    '“{name}” is your own seal, which nobody else can stamp. Choose a seal of the enterprise, or let a holder sign.',
  SEAL_USE_CLOSED: 'This use of seals was dealt with, or has lapsed. Reload to see how it stands.',
  APPROVAL_LINK_USED:
    'This link was opened before, or another one took its place. Look under Approvals, or ask the sender for a new link.',
  APPROVAL_END_TIME:
    'The approval must end later than now and within {days} {days|day|days}. Enter another time.',
  APPROVAL_COMMENT_OFF_PAGE:
    'This place is not on a page of the file, so the comment was not added. Choose a place on the page.',
  APPROVAL_COMMENTS_FULL:
    'There are {max} {max|comment|comments} already. Deal with those first, or write it in the words of your decision.',
  APPROVAL_BUSINESS_TAKEN:
    'Another API key or person asked approval under this number, which you can neither read, change nor take back. Use another number, or let them take their request back first.',
  APPROVAL_BUSINESS_APPROVED:
    'What was asked under this number is approved and cannot be changed. Ask under a new number, or make the approval void first.',
} satisfies Record<keyof typeof APPROVAL_ERRORS, string>;
