import type { PLATFORM_ERRORS } from '../errors.ts';

export default {
  PERSON_DIFFERS: 'Name or number is not that of the verified real name. Compare them with the papers.',
} satisfies Record<keyof typeof PLATFORM_ERRORS, string>;
