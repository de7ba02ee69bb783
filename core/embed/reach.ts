import { signsAutomatically } from '#core/task/plan-wire.ts';

/** What an embedded page is for: signing a task, sending a draft, editing a template. */
export const EMBED_KINDS = ['SIGN', 'SEND', 'TEMPLATE'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

/** What an embedded session is for: its task, draft or template, and the template that it reaches. */
interface Subject {
  subjectId: string;
  templateId: string;
}
/** Input of a call, as the Worker read it; only its identifiers matter here. */
type CallInput = Record<string, unknown>;
/** Whether the input concerns only the subject of the embedded session. */
type Concerns = (input: CallInput, subject: Subject) => boolean;

const ofTask: Concerns = ({ planId: taskId }, { subjectId }) => taskId === subjectId;
const ofDraft: Concerns = ({ draftId }, { subjectId }) => draftId === subjectId;
const ofTemplate: Concerns = ({ id }, { templateId }) => id === templateId;
const roomOf =
  (kind: 'draft' | 'template'): Concerns =>
  ({ room }, { subjectId }) =>
    room === `${kind}:${subjectId}`;
/** Automatic signing needs a separate scope, which a link for sending does not include. */
const sendingByHand: Concerns = (input, subject) => ofDraft(input, subject) && !signsAutomatically(input);
/** Reads or proves something of the person or the identity itself; or the procedure checks the template or file. */
const ofNothing: Concerns = () => true;
const consentTo: Concerns = ({ subject }, { subjectId }) => {
  const { kind, id } = (subject ?? {}) as CallInput;
  return kind === 'PLAN' && id === subjectId;
};

/**
 * The calls that a session of an embedded page reaches, and for which input: everything else is refused, so that new calls
 * are out of its reach. Docs, Worker and tests use this one table.
 */
const REACH: Record<EmbedKind, Readonly<Record<string, Concerns>>> = {
  SIGN: {
    'task.getTask': ofTask,
    'task.downloadDocument': ofTask,
    'task.viewAttachment': ofTask,
    'task.placeOwn': ofTask,
    'task.signTask': ofTask,
    'task.rejectTask': ofTask,
    'task.listConsentMethods': ofNothing,
    'task.startConsent': consentTo,
    // A ticket is the person’s own, and confirms only what it was started for.
    'task.getConsent': ofNothing,
    'task.getProofs': (input, subject) => consentTo({ subject: input }, subject),
    'task.sendProofCode': consentTo,
    'task.giveProof': consentTo,
    'seal.listUsableSeals': ofNothing,
    'seal.getStampProblem': ofNothing,
    'approval.getSealUses': ofTask,
    'approval.requestSealUse': ofTask,
    'config.listInterfaceSettings': ofNothing,
  },
  SEND: {
    'task.getSyncTicket': roomOf('draft'),
    'task.saveDraft': ofDraft,
    'task.sendTask': sendingByHand,
    'task.uploadFile': ofNothing,
    'task.findFiles': ofNothing,
    'task.downloadFile': ofNothing,
    'template.readUsable': ofTemplate,
    'template.readVersion': ofNothing,
    'template.downloadFile': ofTemplate,
    'template.fillWord': ofNothing,
    'approval.previewApproval': ofNothing,
    'config.listInterfaceSettings': ofNothing,
  },
  TEMPLATE: {
    'task.getSyncTicket': roomOf('template'),
    'template.readTemplate': ofTemplate,
    'template.readVersion': ofNothing,
    'template.publish': ofTemplate,
    'template.uploadFile': ofTemplate,
    'template.downloadFile': ofTemplate,
    'template.listRoles': ofNothing,
    'template.listFields': ofNothing,
    'config.listInterfaceSettings': ofNothing,
  },
};

/** Ids of the calls that an embedded session of this kind may make. */
export const callsOfEmbed = (kind: EmbedKind): string[] => Object.keys(REACH[kind]);

/** Whether an embedded session of this kind may make the call at all. */
export const isEmbedCall = (kind: EmbedKind, callId: string): boolean => Object.hasOwn(REACH[kind], callId);

/** Whether the input of such a call concerns only the session’s subject. */
export const isWithinEmbed = (kind: EmbedKind, callId: string, input: unknown, subject: Subject): boolean =>
  isEmbedCall(kind, callId) && (REACH[kind][callId]?.((input ?? {}) as CallInput, subject) ?? false);
