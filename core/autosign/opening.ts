import type { Role } from '#core/call.ts';
import type { BusinessType } from '#core/company/business-types.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import type { Language } from '#core/locales/languages.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import { canonical } from '#core/template/canonical.ts';

/** Roles that an opening can be limited to: those that send tasks. The enterprise's administrator is always included. */
export const SENDER_ROLES = SENDERS;
export type SenderRole = (typeof SENDER_ROLES)[number];

/** ACTIVE; ENDED by an administrator; LAPSED at its date. */
export const OPENING_STATES = ['ACTIVE', 'ENDED', 'LAPSED'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** What an opening covers. */
export interface OpeningScope {
  /** Null for all. */
  businessTypes: readonly BusinessType[] | null;
  /** Roles of which a sender needs one; null for everybody who may send. */
  senderRoles: readonly SenderRole[] | null;
  /** Contracts a day, in China's time zone. */
  dailyLimit: number;
  /** Until when, epoch ms. */
  until: number;
}

/** What an administrator agrees to: the scope, for one seal of one enterprise. */
export interface OpeningFacts extends OpeningScope {
  entName: string;
  sealId: string;
  sealName: string;
}

/** Placements that can be filled without a person: seals and dates. Handwriting and field values never are. */
export const AUTOMATIC_KINDS: readonly PlacementKind[] = ['ENT_SEAL', 'CROSS_PAGE', 'SIGN_DATE'];

/** Whether an opening covers a task of this business type from a sender with these roles. */
export const covers = (
  { businessTypes, senderRoles }: Pick<OpeningScope, 'businessTypes' | 'senderRoles'>,
  { businessType, roles }: { businessType: string; roles: readonly Role[] },
): boolean =>
  (businessTypes === null || businessTypes.some((type) => type === businessType)) &&
  (senderRoles === null || roles.includes('ENT_ADMIN') || senderRoles.some((role) => roles.includes(role)));

const TEXTS: Record<Language, readonly string[]> = {
  'zh-CN': [
    '{entName}同意：以后由本企业成员发起、并为本企业选择“自动签署”的合同，轮到本企业时，系统直接使用印章“{sealName}”签署，不再由任何人逐份查看、逐份确认。',
    '这样签署的合同与本企业人员亲自盖章的合同一样，由本企业承担责任。开通人确认自己有权代表本企业作出此项同意。',
    '自动签署只用于本企业自己的一方，只盖此印章和签署日期，不代替手写签名，不填写任何内容；合同中有任何一方需要填写的内容时，不会自动签署。',
    '自动签署不绕过审批：印章使用需要审批、印章或证书停用、企业被冻结、超出业务类型、发起人、期限或每日份数时，系统不签署，并通知发起人，由其亲自签署。',
    '每一份自动签署的合同，签署轨迹都会写明是自动签署、依据哪一次开通。管理员可以随时停止，停止后立即生效；此前已签署的合同不受影响。',
  ],
  'zh-TW': [
    '{entName}同意：以後由本企業成員發起、並為本企業選擇「自動簽署」的合約，輪到本企業時，系統直接使用印章「{sealName}」簽署，不再由任何人逐份查看、逐份確認。',
    '這樣簽署的合約與本企業人員親自蓋章的合約一樣，由本企業承擔責任。開通人確認自己有權代表本企業作出此項同意。',
    '自動簽署只用於本企業自己的一方，只蓋此印章和簽署日期，不代替手寫簽名，不填寫任何內容；合約中有任何一方需要填寫的內容時，不會自動簽署。',
    '自動簽署不繞過審批：印章使用需要審批、印章或憑證停用、企業被凍結、超出業務類型、發起人、期限或每日份數時，系統不簽署，並通知發起人，由其親自簽署。',
    '每一份自動簽署的合約，簽署軌跡都會寫明是自動簽署、依據哪一次開通。管理員可以隨時停止，停止後立即生效；此前已簽署的合約不受影響。',
  ],
  'en-US': [
    '{entName} agrees: contracts that its members send from now on, and for which they choose “Sign automatically”, are signed with the seal “{sealName}” as soon as it is the enterprise’s turn. Nobody looks at or confirms each of them.',
    'Such a contract binds the enterprise like one that its people sealed themselves. Whoever opens this confirms that they may agree to it for the enterprise.',
    'Only the enterprise’s own side is signed, with this seal and the date alone. It replaces no handwriting and fills in nothing; a contract in which any party has something to fill in is not signed automatically.',
    'No approval is passed by. Where the use of the seal needs an approval, the seal or its certificate is not in use, the enterprise is frozen, or the business type, sender, date or daily number is exceeded, nothing is signed: the sender is told and signs in person.',
    'The trail of each contract says that it was signed automatically, and under which opening. An administrator can end this at any time, at once; contracts signed before stay as they are.',
  ],
};

/** The agreement as it is read before opening, by paragraphs. */
export const agreementText = (
  language: Language,
  { entName, sealName }: Pick<OpeningFacts, 'entName' | 'sealName'>,
): string[] =>
  TEXTS[language].map((text) => text.replaceAll('{entName}', entName).replaceAll('{sealName}', sealName));

/** SHA-256 of the agreement in the language read, with the scope that it is about, in hexadecimal. */
export async function digestOfOpening(language: Language, facts: OpeningFacts): Promise<string> {
  const { businessTypes, senderRoles, dailyLimit, until, sealId } = facts;
  const scope = { businessTypes: sorted(businessTypes), senderRoles: sorted(senderRoles), dailyLimit, until };
  const text = canonical({ agreement: agreementText(language, facts), sealId, ...scope });
  return await sha256Hex(text);
}

const sorted = (values: readonly string[] | null) => values && [...values].sort();
