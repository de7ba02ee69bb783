import type { Loaders } from '../loaders.ts';

/** The loader of each namespace in zh-CN, by its path. */
export default {
  ...import.meta.glob('../../locales/zh-CN/*.ts'),
  ...import.meta.glob('../../../core/locales/zh-CN/{error,rule}.ts'),
} as Loaders;
