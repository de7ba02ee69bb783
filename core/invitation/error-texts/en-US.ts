import type { INVITATION_ERRORS } from '../errors.ts';

export default {
  INVITATION_UNKNOWN:
    'This link is not valid. Open the complete link of the latest message, or log in and look among your contracts.',
  INVITATION_ENDED: 'The signing that this link leads to has ended, so it cannot be used to log in.',
} satisfies Record<keyof typeof INVITATION_ERRORS, string>;
