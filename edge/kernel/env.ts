import type { Fetcher, Queue, R2Bucket } from '@cloudflare/workers-types';
import type { Mode } from '#core/config/mode.ts';

/** Bindings of the Worker: wrangler.toml on Cloudflare, scripts/product locally. Secrets are 32 bytes in base64. */
export interface Env {
  ASSETS: Fetcher;
  FILES: R2Bucket;
  JOBS: Queue;
  /** An S3 store that holds the files instead of FILES (edge/kernel/storage/s3-bucket.ts): its address with the bucket. */
  S3_URL?: string;
  S3_REGION?: string;
  S3_KEY_ID?: string;
  S3_SECRET?: string;
  LIBSQL_URL: string;
  LIBSQL_AUTH_TOKEN?: string;
  /**
   * How long an isolate trusts what it read of sessions and settings, ms (edge/kernel/trust.ts); unset: a few seconds.
   */
  TRUST_MS?: string;
  /** How long an effect that a Worker has begun is its own, ms (edge/kernel/outbox/run-outbox.ts); unset: a minute. */
  LEASE_MS?: string;
  /** OpenTelemetry (edge/kernel/trace.ts): where traces go; unset: nothing is recorded. Names are OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_TRACES_SAMPLER_ARG?: string;
  SYNC_URL: string;
  /** Network that reaches public addresses alone, for webhooks; on Cloudflare every request does, and it is not set. */
  WEBHOOKS?: { fetch(address: string, init: RequestInit): Promise<Response> };
  /** `yes` in mode `local`: webhooks may lead to private networks and http, for trying out on one machine. */
  WEBHOOKS_TO_PRIVATE?: string;
  /** `pro` refuses to run with a simulator. */
  SIGNET_MODE: Mode;
  /**
   * `yes` if no proxy stands before the Worker (`npm start` without PUBLIC_URL): `CF-*` headers then come from the client
   * and are not trusted.
   */
  DIRECT?: string;
  KEY_ENCRYPTION_KEY: string;
  /** During rotation of the key-encryption key: older keys, comma-separated. */
  OTHER_KEY_ENCRYPTION_KEYS?: string;
  /** Encrypts personal data and its indexes; also the key-encryption key until its first rotation. */
  DATA_KEY?: string;
  TOKEN_SECRET: string;
  SYNC_SECRET: string;
  INTERNAL_KEY: string;
  PASSWORD_KEY: string;
  /** Public address of the product, https://…; certificates contain it (edge/pki/addresses.ts). */
  PUBLIC_URL?: string;
  /** External time stamp authority (edge/pki/tsa.ts); unset: the built-in one. */
  TSA_URL?: string;
  TSA_AUTHORIZATION?: string;
  TSA_POLICY?: string;
  /** Part of the finished files over 20 MB that is verified, 0 to 1 (edge/signing/check-finished.ts); unset: a tenth. */
  VERIFY_LARGE_FILES?: string;
  /** External certificate authority for seals (edge/pki/ca-est.ts); unset: the built-in one. */
  CA_URL?: string;
  CA_AUTHORIZATION?: string;
  /** Cloud seal service (edge/kernel/providers/cloud-seal.ts). */
  CLOUD_SEAL_URL?: string;
  CLOUD_SEAL_KEY?: string;
  /** Hosts of external authorities that may be queried for revocation (edge/kernel/providers/revocation.ts). */
  REVOCATION_HOSTS?: string;
  /** Witnesses that cosign the transparency log's checkpoints: `key address`, commas between them. */
  LOG_WITNESSES?: string;
  /**
   * External services with their keys; unset: a simulator. core/config/production-settings.ts lists those required in mode
   * `pro`. SMS: edge/kernel/providers/sms.ts; mail: edge/kernel/providers/mail.ts.
   */
  SMS_URL?: string;
  SMS_KEY?: string;
  MAIL_URL?: string;
  MAIL_KEY?: string;
  /** A mail server instead of the gateway (edge/kernel/providers/smtp.ts). */
  SMTP_URL?: string;
  /** Sender of mails, as `Signet <no-reply@example.com>`. */
  MAIL_FROM?: string;
  /** Face verification (edge/kernel/providers/face.ts) and small transfers (edge/kernel/providers/bank-transfer.ts). */
  FACE_URL?: string;
  FACE_KEY?: string;
  BANK_URL?: string;
  BANK_KEY?: string;
  /** Invoice service (edge/order/invoice-provider.ts). */
  INVOICE_URL?: string;
  INVOICE_KEY?: string;
  /** Collaboration app in which people confirm on their phone (edge/kernel/providers/collaboration-app.ts). */
  APPROVAL_URL?: string;
  APPROVAL_KEY?: string;
  /** Handwriting recognition (edge/kernel/providers/handwriting-ocr.ts). */
  OCR_URL?: string;
  OCR_KEY?: string;
  /** Turns Word files into pages, and the fonts that it has (edge/kernel/providers/word.ts). */
  WORD_URL?: string;
  WORD_AUTHORIZATION?: string;
  WORD_FONTS?: string;
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
