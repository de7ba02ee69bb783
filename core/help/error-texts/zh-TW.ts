import type { HELP_ERRORS } from '../errors.ts';

export default {
  VIDEO_TYPE_WRONG: '只支援 MP4 和 WebM 格式的影片，請轉換格式後重新上傳。',
} satisfies Record<keyof typeof HELP_ERRORS, string>;
