import { z } from 'zod';
import { isBankAccount, isBankCard } from './bank-card.ts';
import {
  creditCodeProblem,
  isCreditCode,
  isForeignRegistration,
  isRegistrationNumber,
} from './credit-code.ts';
import { isDomain, isEmail, readEmail } from './email.ts';
import { isEnterpriseName, normalizeEnterpriseName } from './enterprise-name.ts';
import { isIdNumber, normalizeIdNumber } from './id-number.ts';
import { isMobile, readMobile } from './mobile.ts';
import { isLandline, isPhone, readPhone } from './phone.ts';
import { isAlphanumeric, isChinese, isPostcode, isSixDigits, lengthOf, toPlain } from './text.ts';

/**
 * [5.16c] The generic rules as zod schemas, shared by forms in the browser and inputs of calls. A violated rule is a
 * key of core/locales/<lang>/rule.ts, in the issue's message for forms and in its `problem` for responses. Each schema
 * normalizes a text for storage and then validates it.
 */
export const ruleOf = (problem: RuleProblem, keep: (text: string) => string, is: (text: string) => boolean) =>
  z.string().max(2_000).transform(keep).refine(is, { message: problem, params: { problem } });

const trim = (value: string) => value.trim();
const toCapitals = (value: string) => toPlain(value).toUpperCase();

export const RULE_PROBLEMS = [
  'rule:alphanumeric',
  'rule:bankAccount',
  'rule:bankCard',
  'rule:chinese',
  'rule:creditCode',
  'rule:domain',
  'rule:email',
  'rule:enterpriseName',
  'rule:foreignRegistration',
  'rule:idNumber',
  'rule:landline',
  'rule:length10',
  'rule:length20',
  'rule:length50',
  'rule:length64',
  'rule:mobile',
  'rule:personName',
  'rule:phone',
  'rule:postcode',
  'rule:registrationNumber',
  'rule:residentId',
  'rule:sixDigits',
] as const;
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

export const mobile = () => ruleOf('rule:mobile', readMobile, isMobile);
export const landline = () => ruleOf('rule:landline', readPhone, isLandline);
export const phone = () => ruleOf('rule:phone', readPhone, isPhone);
export const email = () => ruleOf('rule:email', readEmail, isEmail);
export const domain = () => ruleOf('rule:domain', trim, isDomain);
export const chinese = () => ruleOf('rule:chinese', trim, isChinese);
export const alphanumeric = () => ruleOf('rule:alphanumeric', trim, isAlphanumeric);
export const bankCard = () =>
  ruleOf('rule:bankCard', (card) => toPlain(card).replaceAll('-', ''), isBankCard);
export const bankAccount = () => ruleOf('rule:bankAccount', toPlain, isBankAccount);
export const postcode = () => ruleOf('rule:postcode', toPlain, isPostcode);
export const sixDigits = () => ruleOf('rule:sixDigits', toPlain, isSixDigits);
export const creditCode = () => ruleOf('rule:creditCode', toCapitals, isCreditCode);
/** Like `creditCode`, but accepts wrong check characters: a reviewer decides (`creditCodeProblem`). */
export const creditCodeForm = () =>
  ruleOf('rule:creditCode', toCapitals, (code) => creditCodeProblem(code) !== 'FORM');
export const registrationNumber = () => ruleOf('rule:registrationNumber', toPlain, isRegistrationNumber);
export const foreignRegistration = () =>
  ruleOf('rule:foreignRegistration', toCapitals, isForeignRegistration);
export const enterpriseName = () => ruleOf('rule:enterpriseName', normalizeEnterpriseName, isEnterpriseName);

/** With `now`, in epoch ms, a later birthday is invalid. */
export const residentId = (now?: number) =>
  ruleOf('rule:residentId', normalizeIdNumber, (number) => isIdNumber('RESIDENT_ID', number, now));

/** A non-empty text of at most `max` user-perceived characters. */
export const lengthUpTo = (max: 10 | 20 | 50 | 64) =>
  ruleOf(`rule:length${max}`, trim, (value) => value !== '' && lengthOf(value) <= max);

/** The rule, or an empty text: for optional fields. */
export const orEmpty = (rule: z.ZodType<string, string>) =>
  z
    .string()
    .max(2_000)
    .transform((value, context) => {
      if (value.trim() === '') return '';
      const judged = rule.safeParse(value);
      if (judged.success) return judged.data;
      for (const { message, params } of judged.error.issues as { message: string; params?: object }[])
        context.addIssue({ code: 'custom', message, ...(params ? { params } : {}) });
      return z.NEVER;
    });
