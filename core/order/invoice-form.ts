import { z } from 'zod';
import { alphanumeric, bankAccount, email, orEmpty, phone } from '#core/validate/rules.ts';
import { lengthOf } from '#core/validate/text.ts';
import { INVOICE_TYPES } from './states.ts';

/** A required text with a maximum number of characters. */
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most * 2)
    .refine((text) => lengthOf(text) >= 1 && lengthOf(text) <= most && !/[<>]/.test(text), {
      message: 'order:rule.words',
      params: { problem: 'order:rule.words' },
    });

const taxId = alphanumeric().refine((text) => text.length >= 6 && text.length <= 20, {
  message: 'order:rule.taxId',
  params: { problem: 'order:rule.taxId' },
});

/** Fields of every invoice ([3.18c], [5.16]). */
const common = {
  title: text(100),
  taxId,
  contact: text(50),
  email: email(),
  phone: phone(),
  address: text(100),
};

/** Additional buyer fields of a special invoice. */
const BUYER = ['registeredAddress', 'registeredPhone', 'bankName', 'bankAccount'] as const;

/** A request for an invoice; a special one requires the buyer's registered address, phone and bank account. */
export const invoiceForm = z
  .object({
    ...common,
    type: z.enum(INVOICE_TYPES),
    registeredAddress: orEmpty(text(100) as unknown as z.ZodType<string, string>),
    registeredPhone: orEmpty(phone()),
    bankName: orEmpty(text(60) as unknown as z.ZodType<string, string>),
    bankAccount: orEmpty(bankAccount()),
  })
  .superRefine((form, context) => {
    if (form.type !== 'SPECIAL') return;
    for (const name of BUYER)
      if (form[name] === '')
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'order:rule.special',
          params: { problem: 'order:rule.special' },
        });
  });
export type InvoiceForm = z.output<typeof invoiceForm>;

/** Fields that are stored encrypted, because they contain people, phone numbers and accounts. */
export const SEALED_DETAILS = [
  'contact',
  'email',
  'phone',
  'address',
  ...BUYER,
] as const satisfies readonly (keyof InvoiceForm)[];
export type InvoiceDetails = Pick<InvoiceForm, (typeof SEALED_DETAILS)[number]>;
