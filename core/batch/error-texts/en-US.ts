import type { BATCH_ERRORS } from '../errors.ts';

export default {
  BATCH_REVIEW_REFUSED: 'It was not approved. It can be sent again once that is settled.',
  BATCH_ROW_UNKNOWN:
    'Something failed while it was sent; this row was not sent. Try again later, or contact support.',
} satisfies Record<keyof typeof BATCH_ERRORS, string>;
