/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const ACCOUNT_ERRORS = {
  OLD_PASSWORD_WRONG: 401160,
  PASSWORD_UNCHANGED: 409171,
  MOBILE_UNCHANGED: 409172,
  ACCOUNT_IS_ADMINISTRATOR: 409173,
  HAND_LINK_INVALID: 404161,
  HAND_LINK_USED: 409174,
  HAND_NOT_RECOGNISED: 460161,
} as const;
