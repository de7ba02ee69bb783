import { isEmail, readEmail } from './email.ts';
import { isMobile, readMobile, typedMobile } from './mobile.ts';

/** Whether a text is a number or an address by which somebody is reached. */
export const isContact = (text: string): boolean => (text.includes('@') ? isEmail(text) : isMobile(text));

/** Reads either as people paste it. Text that is none of both stays for the rule to refuse. */
export const readContact = (text: string): string =>
  /[@＠]/.test(text) ? readEmail(text) : readMobile(text);

/** What a field for either shows of what was typed or pasted: an address as it is, a number as `typedMobile` has it. */
export const typedContact = (text: string): string =>
  /[a-z@＠]/i.test(text) ? text.trimStart() : typedMobile(text);
