import { inject } from 'vitest';

/** The running product as tests see it. */
export type ProductInfo = {
  /** http://127.0.0.1:PORT, without a slash at the end. */
  baseUrl: string;
  dataDir: string;
  /** Value of `x-internal-key` for internal calls. */
  internalKey: string;
  libsqlUrl: string;
  /** What the database asks for. */
  libsqlToken: string;
  syncUrl: string;
  syncSecret: string;
  /** Process groups of the services. */
  pids: { libsql: number; sync: number; worker: number };
  /** What the seed call answered: demo accounts and the like. */
  seeded: unknown;
};

declare module 'vitest' {
  interface ProvidedContext {
    product: ProductInfo;
  }
}

/** The product that this run's tests share: they must not stop it, nor count on being alone with it. */
export const product = (): ProductInfo => inject('product');
