import type { BusinessType } from '#core/company/business-types.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { StepMode } from './states.ts';

/** What a system of the enterprise asks approval for: business of its own, of which only this is known here. */
export interface ExternalFacts {
  subject: 'EXTERNAL';
  /** Identifier of the business in that system. */
  businessId: string;
  businessName: string;
  /** The system: the name of its API key, or of the person who asked. */
  system: string;
  /** Displayed lines, in the order given. */
  details: readonly { name: string; value: string }[];
  /** Files kept in that system, by their SHA-256. */
  documents: readonly { fileName: string; sha256: string }[];
  /** Absent in requests of before 2026-11-29, whose digest bound none of this. */
  judged?: ExternalJudged;
}

/** Who asks, and what flows and approvers judge the business by. */
export interface ExternalJudged {
  /** `key:` and the id of the API key, which a rotated key keeps, or `person:` and the account. */
  caller: string;
  /** Empty if not given. */
  businessType: BusinessType | '';
  /** fen; null if not given. */
  amount: number | null;
  /** The flow that was chosen beside those that apply by themselves; empty for none. */
  processId: string;
  /** Accounts of the people named, in any order and without repetitions. */
  approvers: readonly string[];
  mode: StepMode;
}

/**
 * SHA-256 of what is approved: everything that flows and approvers judge, and who asked. Whatever is left out of it could
 * be approved in one form and used in another. Empty for requests whose digest bound less: nothing has this digest, so
 * such a request is never approved any more and never answers for another. The name of the system is not bound, because
 * the caller is; a key may be renamed.
 */
export async function digestOfExternal(facts: ExternalFacts): Promise<string> {
  const { businessId, businessName, details, documents, judged } = facts;
  if (!judged) return '';
  const bound = [
    'external:2',
    businessId,
    businessName,
    details.map(({ name, value }) => [name, value]),
    documents.map(({ fileName, sha256 }) => [fileName, sha256]),
    judged.caller,
    judged.businessType,
    judged.amount,
    judged.processId,
    judged.approvers.toSorted(),
    judged.mode,
  ];
  return await sha256Hex(JSON.stringify(bound));
}

/** Whether an API key asked, rather than a person. */
export const isOfKey = ({ judged }: ExternalFacts): boolean => judged?.caller.startsWith('key:') ?? false;
