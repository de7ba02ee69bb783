/** Length of the code of a link in a message: 26 characters of base 32, 130 bits. */
export const INVITATION_CODE_LENGTH = 26;

/** Page that the link in a message opens. */
export const invitationPath = (code: string): string => `/i/${code}`;
