import type { SQL } from 'drizzle-orm';
import type { AmountFact } from '#core/approval/amount.ts';
import type { Approval } from '#core/approval/approval.ts';
import type { ContractFacts } from '#core/approval/contract.ts';
import type { Plan } from '#core/task/plan.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import type { TemplateSource } from '#core/template/source.ts';
import type { PlacedBox } from '#core/typeset/display.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** A signer or CC party of a plan, as far as the product knows them. */
export interface ResolvedParty {
  /** Empty while the person is not registered, or the enterprise not verified. */
  ownerKey: string;
  accountId: string;
  entName: string;
  /** For an enterprise that is not verified: its name or code in the form for comparing, by which it will be found. */
  entKey: string;
  mobile: string;
  /** The address, where it stands in place of the number; else empty. */
  email: string;
  /** Keyed digest of whichever of both reaches them. */
  mobileIndex: string;
}

/** A generated file: positions of its fields, and its page sizes in mm. */
export interface MadeFile {
  boxes: readonly PlacedBox[];
  pages: readonly { widthMm: number; heightMm: number }[];
}

/** The template of a plan's document, as recorded with the task. */
export interface CheckedSource {
  versionId: string;
  /** SHA-256 of the version's content, hex. */
  hash: string;
  values: TemplateSource['values'];
  /** Fields for signers to fill in, by id of the plan's placement. */
  fills: ReadonlyMap<string, SignersField>;
}

export type CheckedSources = ReadonlyMap<string, CheckedSource>;

/** The parties of a plan that is sent. */
export interface PartiesToSend {
  /** In the plan's order. */
  signers: readonly ResolvedParty[];
  /** Reads the amounts that approval flows judge. */
  amounts: () => Promise<AmountFact[]>;
}

/** An approval that begins with the task; the task is sent when it ends with a yes. */
export interface Submission {
  /** Of the entry in the trail: the names of the flows. */
  remark: string;
  /** SHA-256 of what is approved, hex. */
  digest: string;
  approval: Approval;
}

/** What a part adds to the transaction that writes the task. */
export interface SendingAddition {
  /** What must still hold when the task is written. */
  guards: readonly SQL[];
  statements?: readonly Statement[];
  /** After a guard failed: throws the reason, if it lies in this part. */
  explain?: () => Promise<unknown>;
  submission?: Submission | undefined;
}

/** A part of the sending of one plan. Its functions are called in this order, each for all parts before the next. */
export interface PlanPart {
  /** Refuses the plan, before its documents are prepared. */
  check?: () => Promise<unknown>;
  /** Refuses the plan for its signers. */
  checkParties?: (signers: readonly ResolvedParty[]) => Promise<unknown>;
  /** Whether the plan must be approved before it is sent. */
  needsApproval?: (parties: PartiesToSend) => Promise<boolean>;
  /** Amounts of the contract that approval flows judge. */
  amounts?: () => Promise<AmountFact[]>;
  /** What documents were made from, by their ids in the plan; recorded with them and in the trail. After `check`. */
  sources?: () => CheckedSources;
  /** What is written with the task; `facts` is what its approvers judge. */
  write?: (task: { id: string; facts: ContractFacts }) => SendingAddition | Promise<SendingAddition>;
}

/** The same for the plans of one sender that differ in nothing but their signers, values and files. */
export interface SenderPart {
  /** Queries that depend on the sender alone; they may be asked before everything else. Each is made once. */
  ahead?: () => readonly Promise<unknown>[];
  /** `made`: files that the server has just made for this plan, by SHA-256. */
  of: (plan: Plan, made?: ReadonlyMap<string, MadeFile>) => PlanPart;
}

/**
 * What a room adds to the sending of a contract. Contracts know the rooms by these values alone, which `edge/worker.ts`
 * lists in the order in which they check and write.
 *
 * ```ts
 * export const creditPart: SendingPart = (_, context) => ({
 *   of: () => ({
 *     check: () => refuseWithoutCredits(context, context.actor.entId),
 *     write: () => ({ guards: [hasCredits(context.actor.entId, context.now)] }),
 *   }),
 * });
 * ```
 */
export type SendingPart = (plan: Plan, context: SignedInContext) => SenderPart;

/** Reads once, at the first call, and gives the same answer or error to all that ask. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= read();
    return made;
  };
}
