import type { Loaders } from '../loaders.ts';

/** The loader of each namespace in zh-TW, by its path. */
export default {
  ...import.meta.glob('../../locales/zh-TW/*.ts'),
  ...import.meta.glob('../../../core/locales/zh-TW/{error,rule}.ts'),
} as Loaders;
