import type { Context } from './context.ts';

/** Address of a page for messages; without PUBLIC_URL only its path. */
export const publicAddress = ({ env }: Pick<Context, 'env'>, path: string): string =>
  (env.PUBLIC_URL?.replace(/\/+$/, '') ?? '') + path;
