import type { HELP_ERRORS } from '../errors.ts';

export default {
  VIDEO_TYPE_WRONG: '只支持 MP4 和 WebM 格式的视频，请转换格式后重新上传。',
} satisfies Record<keyof typeof HELP_ERRORS, string>;
