import type { PKI_ERRORS } from '../errors.ts';

export default {
  CERTIFICATE_BROKEN: '憑證已損毀，無法讀取，請更換憑證。',
  KEY_UNSUPPORTED: '不支援這種金鑰，請更換憑證。',
  SIGNATURE_VALUE_INVALID: '簽章計算結果不正確，檔案未變更，請再試。',
  TIMESTAMP_FAILED: '未能取得時間戳記，檔案未變更，請稍後再試。',
  ASN1_BROKEN: '資料結構已損毀，無法讀取，請更換檔案。',
  CMS_BROKEN: '簽章資料已損毀，無法讀取，請向寄件人索取原檔案。',
  CRL_BROKEN: '憑證廢止清單已損毀，無法讀取，請重新下載。',
  OCSP_BROKEN: '憑證狀態回應已損毀，無法讀取，請稍後重試。',
  TIMESTAMP_BROKEN: '時間戳記已損毀，無法讀取，請重新申請。',
  CERTIFICATE_REQUEST_BROKEN: '憑證申請檔已損毀，無法讀取，請重新產生。',
  KEY_BROKEN: '金鑰已損毀，無法讀取，請更換金鑰。',
  ALGORITHM_UNSUPPORTED: '不支援該簽章演算法，請更換憑證或演算法。',
} satisfies Record<keyof typeof PKI_ERRORS, string>;
