/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const APIKEY_ERRORS = {
  API_KEY_INVALID: 401300,
  API_KEY_ENDED: 401301,
  API_KEY_ELSEWHERE: 403300,
  API_KEY_SCOPE: 403301,
  API_KEY_HOLDER: 403302,
  API_KEY_NOT_YOURS: 403303,
  API_KEY_TOO_MANY: 409330,
  API_KEY_NO_LONGER: 409331,
  API_VERSION_UNKNOWN: 400330,
} as const;
