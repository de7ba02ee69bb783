import type { Loaders } from '../loaders.ts';

/** The loader of each namespace in en-US, by its path. */
export default {
  ...import.meta.glob('../../locales/en-US/*.ts'),
  ...import.meta.glob('../../../core/locales/en-US/{error,rule}.ts'),
} as Loaders;
