import { z } from 'zod';
import { UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';
import { personName } from '#core/validate/name-rules.ts';
import {
  alphanumeric,
  bankAccount,
  creditCodeForm,
  enterpriseName,
  foreignRegistration,
  orEmpty,
  phone,
  postcode,
  registrationNumber,
} from '#core/validate/rules.ts';
import { lengthOf } from '#core/validate/text.ts';
import { id } from '#core/wire.ts';
import { checkIdNumber, idNumber, idType } from './id-document.ts';

/** A text rule with a problem key as its message. */
const rule = (problem: string, is: (text: string) => boolean, most = 200) =>
  z
    .string()
    .max(most)
    .transform((text) => text.trim().replace(/\s+/gu, ' '))
    .refine(is, { message: problem, params: { problem } });

/** Latin letters, digits and characters common in company names. */
const englishName = rule('realname:rule.nameEn', (text) =>
  /^[\p{Script=Latin}0-9 .,&()'’/+-]{2,100}$/u.test(text),
);
const address = rule(
  'realname:rule.address',
  (text) => lengthOf(text) >= 2 && lengthOf(text) <= 100 && !/[<>]/.test(text),
);
const bank = rule(
  'realname:rule.bank',
  (text) => lengthOf(text) >= 2 && lengthOf(text) <= 60 && !/[<>]/.test(text),
);
const area = z.string().regex(/^\d{6}$/, { message: 'realname:rule.area' });
const areaName = z.string().trim().min(1, { message: 'realname:rule.area' }).max(40);

/** [3.1a] [5.9a-c] Data of a mainland enterprise. */
const mainland = z.object({
  region: z.literal('MAINLAND'),
  entName: enterpriseName(),
  entNameEn: orEmpty(englishName),
  creditCode: creditCodeForm(),
  /** Company registration number. */
  companyNumber: orEmpty(alphanumeric()).default(''),
  /** Number of the industrial and commercial (business) registration: 15 digits. */
  businessNumber: orEmpty(registrationNumber()).default(''),
  organizationCode: orEmpty(alphanumeric()),
  taxNumber: orEmpty(alphanumeric()),
  phone: phone(),
  postcode: postcode(),
  areaCode: area,
  province: areaName,
  city: areaName,
  district: areaName,
  address,
  /** Picture of kind LICENCE. */
  licence: id.or(z.literal('')).refine((text) => text !== '', { message: 'realname:rule.picture' }),
});

/** [3.1b] [5.9e] Data of a Hong Kong enterprise. */
const hongKong = z.object({
  region: z.literal('HONG_KONG'),
  entName: orEmpty(enterpriseName()),
  entNameEn: englishName,
  /** Company registration number: identifies the enterprise, like the credit code of a mainland one. */
  creditCode: foreignRegistration(),
  /** Business registration number. */
  businessNumber: orEmpty(foreignRegistration()).default(''),
  phone: rule('realname:rule.phoneHk', (text) => /^(\+852[ -]?)?[2-9]\d{3}[ -]?\d{4}$/.test(text)),
  address,
  licence: id.or(z.literal('')).refine((text) => text !== '', { message: 'realname:rule.picture' }),
});

export const unitForm = z.discriminatedUnion('region', [mainland, hongKong]);
export type UnitForm = z.output<typeof unitForm>;

/** Name of the enterprise: the Chinese one if there is one. */
export const nameOfUnit = (unit: Pick<UnitForm, 'entName' | 'entNameEn'>): string =>
  unit.entName || unit.entNameEn;

/** The company registration number; identifies a Hong Kong enterprise. */
export const companyNumberOf = ({
  region,
  creditCode,
  companyNumber,
}: Record<string, string | undefined>): string => (region === 'HONG_KONG' ? creditCode : companyNumber) ?? '';

export const LONG_TERM = 'LONG_TERM';

const idFrom = (today: string) =>
  z
    .string()
    .refine((text) => text === LONG_TERM || /^\d{4}-\d{2}-\d{2}$/.test(text), {
      message: 'realname:rule.validity',
      params: { problem: 'realname:rule.validity' },
    })
    .refine((text) => text === LONG_TERM || text >= today, {
      message: 'realname:rule.expired',
      params: { problem: 'realname:rule.expired' },
    });

/**
 * [5.9c,f] The legal representative, or for Hong Kong the authorizer ([3.1b]): name, document, expiry, and both sides
 * of the document. `today` as 2026-11-20.
 */
export const legalForm = (today: string) =>
  z
    .object({
      legalName: personName(),
      legalIdType: idType,
      legalIdNumber: idNumber,
      legalIdValidTo: idFrom(today),
      legalFront: id.or(z.literal('')).refine((text) => text !== '', { message: 'realname:rule.picture' }),
      legalBack: id.or(z.literal('')).refine((text) => text !== '', { message: 'realname:rule.picture' }),
    })
    .superRefine((form, context) =>
      checkIdNumber(form.legalIdType, form.legalIdNumber, 'legalIdNumber', context),
    );
export type LegalForm = z.output<ReturnType<typeof legalForm>>;

/** Problem shown beside the region if transfers there are not supported. */
export const TRANSFER_REGION = 'realname:rule.transferRegion';

/** The account that receives the small transfer; it is in the enterprise's own name. */
export const bankForm = z.object({ bankName: bank, bankAccount: bankAccount() });
export type BankForm = z.output<typeof bankForm>;

/** [2.21c] Storage of certificates after a re-certification, and the number of UKeys per type of seal. */
export const CERT_TYPES = ['SERVER', 'UKEY'] as const;
export const UKEY_SEALS = ['ENTERPRISE', 'DEPARTMENT', 'GENERAL'] as const;
const count = z.coerce.number().int().min(0).max(UKEYS_PER_ENTERPRISE).default(0);

/** [9.11] [5.14a] At most five UKeys per type and five in total; at least one if UKeys were chosen. */
export const certForm = z
  .object({
    certTypeId: z.enum(CERT_TYPES),
    ukeys: z.object({ ENTERPRISE: count, DEPARTMENT: count, GENERAL: count }),
  })
  .superRefine(({ certTypeId, ukeys }, context) => {
    const all = UKEY_SEALS.reduce((sum, type) => sum + ukeys[type], 0);
    const wrong = (problem: string) =>
      context.addIssue({
        code: 'custom',
        path: ['ukeys', 'ENTERPRISE'],
        message: problem,
        params: { problem },
      });
    if (all > UKEYS_PER_ENTERPRISE) wrong('realname:rule.ukeysMost');
    if (certTypeId === 'UKEY' && all === 0) wrong('realname:rule.ukeysNone');
  });
export type CertForm = z.output<typeof certForm>;

/** Content of a draft: any short text, validated only on submission. */
export const entDraft = z.object({
  unit: z.record(z.string().max(40), z.string().max(300)).default({}),
  legal: z.record(z.string().max(40), z.string().max(300)).default({}),
  bank: z.record(z.string().max(40), z.string().max(300)).default({}),
  cert: z
    .object({
      certTypeId: z.string().max(20),
      ukeys: z.record(z.string().max(20), z.number().int().min(0).max(99)),
    })
    .default({ certTypeId: 'SERVER', ukeys: {} }),
  /** Pictures for reviewers, by kind. */
  photos: z.record(z.string().max(20), z.string().max(40)).default({}),
});
export type EntDraft = z.output<typeof entDraft>;
