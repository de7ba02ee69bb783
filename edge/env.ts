import type { Fetcher, Queue, R2Bucket } from '@cloudflare/workers-types';

/** Bindings of the Worker: wrangler.toml on Cloudflare, scripts/product locally. Secrets are 32 bytes in base64. */
export interface Env {
  ASSETS: Fetcher;
  FILES: R2Bucket;
  JOBS: Queue;
  LIBSQL_URL: string;
  LIBSQL_AUTH_TOKEN?: string;
  SYNC_URL: string;
  /** [9.35i] pro refuses to run with a simulator. */
  SIGNET_MODE: 'pro' | 'sit' | 'uat';
  KEY_ENCRYPTION_KEY: string;
  TOKEN_SECRET: string;
  SYNC_SECRET: string;
  INTERNAL_KEY: string;
  PASSWORD_KEY: string;
  /** Address of an SMS gateway and its key (edge/providers/sms.ts); the simulator answers without it. */
  SMS_URL?: string;
  SMS_KEY?: string;
}
