import type { APIKEY_ERRORS } from '../errors.ts';

export default {
  API_KEY_INVALID: 'The API key is not valid. Check it and try again.',
  API_KEY_ENDED: 'The API key has ended or was revoked. Ask your administrator for another.',
  API_KEY_ELSEWHERE:
    'This API key may not be used from this network address. Ask your administrator to change the allowed addresses.',
  API_KEY_SCOPE: 'This API key does not allow that. Ask your administrator.',
  API_KEY_HOLDER:
    'Whoever holds this API key can no longer act for the enterprise. An administrator has to take it over.',
  API_KEY_NOT_YOURS:
    'Only whoever holds this API key may change or replace it. Take it over first, or revoke it.',
  API_KEY_TOO_MANY:
    'The enterprise has {max} API keys, which is the most. Revoke one that is not used first.',
  API_KEY_NO_LONGER:
    'The API key or single sign-on “{name}” with which this was begun has ended, was switched off, or no longer allows it. Do it yourself here, or let a key that allows it try again.',
  API_VERSION_UNKNOWN:
    'There is no such version of the API. Ask for one of these in the header Signet-Version: {versions}.',
} satisfies Record<keyof typeof APIKEY_ERRORS, string>;
