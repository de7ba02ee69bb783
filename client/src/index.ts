export * from './calls.ts';
export {
  type Bytes,
  type Call,
  type CallOptions,
  type File,
  Signet,
  SignetError,
  type SignetOptions,
} from './client.ts';
export { readWebhook, type TaskEvent } from './webhook.ts';
