import type { EMPLOYEE_ERRORS } from '../errors.ts';

export default {
  EMPLOYEE_MOBILE_TAKEN: 'An employee on the roster already has this mobile number. Please check it.',
  EMPLOYEE_NUMBER_TAKEN: 'An employee on the roster already has this ID number. Please check it.',
  EMPLOYEE_CHANGED: 'Somebody else changed this employee meanwhile. Reload and fill it in again.',
  EMPLOYEE_DECIDED: 'Whether this employee is employed was changed meanwhile. Reload to see it.',
  ONBOARDING_FIELD_GONE: 'This field has been removed. Reload to see what is there.',
  ONBOARDING_FIELD_CHANGED: 'Somebody else changed this field meanwhile. Reload and fill it in again.',
  ONBOARDING_NAME_TAKEN: 'There is already a field “{name}”. Choose another name.',
  ONBOARDING_FIELDS_FULL:
    'At most {max} onboarding {max|field|fields}. Remove those that are not used first.',
  NEWCOMER_CHANGED:
    'The file of this newcomer has changed. Reload the page; nothing that was filled in is lost.',
  NEWCOMER_LINK_OVER: 'The link has expired. Ask the HR department of the enterprise for a new one.',
  NEWCOMER_LINK_USED:
    'The link has been used by its owner. Log in with the account of that mobile number to go on.',
  NEWCOMER_CLOSED:
    'This onboarding is completed or ended and can no longer be filled in. Ask the HR department if in doubt.',
  NEWCOMER_LACKS: 'The onboarding cannot be completed until these are approved: {names}',
  NEWCOMER_VALUES: 'These cannot be written to the roster. Change them or send them back: {names}',
  NEWCOMER_NOTHING_TO_CORRECT: 'Nothing is to be corrected. Mark what is wrong with a reason first.',
  NEWCOMER_LINK_INVALID:
    'The link is not valid. Open the whole link from the message, or ask the HR department for a new one.',
  NEWCOMER_OTHER_NUMBER:
    'The link is for {mobile}. Log in with the account of that number, or ask HR to add you with yours.',
  NEWCOMER_OTHER_ID:
    'The ID number that HR entered is not the one of your verified identity. Ask HR to check it and add you again.',
  SALARY_WITHHELD:
    'You may not see or change salary and social insurance; everything else is open to you. Ask your administrator for the right.',
  PAPER_IS_PDF: 'A PDF cannot be a paper here. Take a photo or a screenshot and upload it as jpg or png.',
} satisfies Record<keyof typeof EMPLOYEE_ERRORS, string>;
