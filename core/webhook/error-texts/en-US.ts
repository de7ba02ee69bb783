import type { WEBHOOK_ERRORS } from '../errors.ts';

export default {
  WEBHOOK_ADDRESS: 'Check the address: it is https, public, and has no user name or password.',
  WEBHOOK_TOO_MANY: 'The enterprise has {max} {max|webhook|webhooks}, which is the most. Change one of them.',
} satisfies Record<keyof typeof WEBHOOK_ERRORS, string>;
