/** Length of the code of a link in a message: 26 characters of base 32, 130 bits. */
export const INVITATION_CODE_LENGTH = 26;
export const INVITATION_CODE = new RegExp(`^[0-9a-z]{${INVITATION_CODE_LENGTH}}$`);

/**
 * Where the recipient of a link ends reminders of its task: programs with a POST (RFC 8058), people on a page that a
 * GET leads to, so that a program which follows links ends nothing.
 */
export const REMINDERS_PATH = '/mail/reminders';
export const remindersOffPath = (link: string): string =>
  link.replace(/\/i\/([^/]+)$/, `${REMINDERS_PATH}/$1`);

/** Page that the link in a message opens. */
export const invitationPath = (code: string): string => `/i/${code}`;
