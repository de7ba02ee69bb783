import type { HELP_ERRORS } from '../errors.ts';

export default {
  VIDEO_TYPE_WRONG:
    'Only MP4 and WebM videos can be played everywhere. Convert the file and upload it again.',
} satisfies Record<keyof typeof HELP_ERRORS, string>;
