import type { Fetcher, Queue, R2Bucket } from '@cloudflare/workers-types';
import type { Mode } from '#core/config/mode.ts';

/** Bindings of the Worker: wrangler.toml on Cloudflare, scripts/product locally. Secrets are 32 bytes in base64. */
export interface Env {
  ASSETS: Fetcher;
  FILES: R2Bucket;
  JOBS: Queue;
  LIBSQL_URL: string;
  LIBSQL_AUTH_TOKEN?: string;
  SYNC_URL: string;
  /** `pro` refuses to run with a simulator. */
  SIGNET_MODE: Mode;
  /**
   * `yes` where nothing stands before the Worker (`npm start` without PUBLIC_URL): what a request says in `CF-*` is then
   * the client's own word and is not believed.
   */
  DIRECT?: string;
  KEY_ENCRYPTION_KEY: string;
  /** While the key-encryption key is changed: others that keys may lie under, with commas between them. */
  OTHER_KEY_ENCRYPTION_KEYS?: string;
  /** Seals personal data and its indexes; the key-encryption key, until that is changed for the first time. */
  DATA_KEY?: string;
  TOKEN_SECRET: string;
  SYNC_SECRET: string;
  INTERNAL_KEY: string;
  PASSWORD_KEY: string;
  /** The product's address as the world sees it, https://…; certificates point to it (edge/pki/addresses.ts). */
  PUBLIC_URL?: string;
  /** An outside time stamp authority (edge/pki/tsa.ts); the product's own answers without it. */
  TSA_URL?: string;
  TSA_AUTHORIZATION?: string;
  TSA_POLICY?: string;
  /** An outside certificate authority for seals (edge/pki/ca-est.ts); the product's own issues without it. */
  CA_URL?: string;
  CA_AUTHORIZATION?: string;
  /** The service that keeps seals in the cloud (edge/kernel/providers/cloud-seal.ts). */
  CLOUD_SEAL_URL?: string;
  CLOUD_SEAL_KEY?: string;
  /** Hosts of outside authorities that may be asked about revocation (edge/kernel/providers/revocation.ts). */
  REVOCATION_HOSTS?: string;
  /**
   * Outside services with their keys; a simulator answers without them. Those that mode `pro` must have stand in
   * core/config/production-settings.ts. SMS: edge/kernel/providers/sms.ts; mail: edge/kernel/providers/mail.ts.
   */
  SMS_URL?: string;
  SMS_KEY?: string;
  MAIL_URL?: string;
  MAIL_KEY?: string;
  /** Sender of mails, as `Signet <no-reply@example.com>`. */
  MAIL_FROM?: string;
  /** Comparison of faces (edge/kernel/providers/face.ts) and small transfers (edge/kernel/providers/bank-transfer.ts). */
  FACE_URL?: string;
  FACE_KEY?: string;
  BANK_URL?: string;
  BANK_KEY?: string;
  /** Issues invoices (edge/order/invoice-provider.ts). */
  INVOICE_URL?: string;
  INVOICE_KEY?: string;
  /** The app in which people say yes or no on their phone (edge/kernel/providers/collaboration-app.ts). */
  APPROVAL_URL?: string;
  APPROVAL_KEY?: string;
  /** Comparison of handwriting with a name (edge/kernel/providers/handwriting-ocr.ts). */
  OCR_URL?: string;
  OCR_KEY?: string;
  /**
   * Payments (core/config/payment-settings.ts says what each is); a provider whose settings are lacking is not offered.
   * WeChat Pay: edge/payment/wechat.ts; Alipay: edge/payment/alipay.ts.
   */
  WECHAT_PAY_URL?: string;
  WECHAT_PAY_MCHID?: string;
  WECHAT_PAY_APPID?: string;
  WECHAT_PAY_SERIAL?: string;
  WECHAT_PAY_KEY?: string;
  WECHAT_PAY_API_KEY?: string;
  WECHAT_PAY_PUBLIC_KEY_ID?: string;
  WECHAT_PAY_PUBLIC_KEY?: string;
  ALIPAY_URL?: string;
  ALIPAY_BILL_URL?: string;
  ALIPAY_APP_ID?: string;
  ALIPAY_SELLER_ID?: string;
  ALIPAY_KEY?: string;
  ALIPAY_PUBLIC_KEY?: string;
}
