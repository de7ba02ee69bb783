import type { PKI_ERRORS } from '../errors.ts';

export default {
  CERTIFICATE_BROKEN: '证书已损坏，无法读取，请更换证书。',
  KEY_UNSUPPORTED: '不支持这种密钥，请更换证书。',
  SIGNATURE_VALUE_INVALID: '签名计算结果不正确，文件未改动，请重试。',
  TIMESTAMP_FAILED: '未能取得时间戳，文件未改动，请稍后重试。',
  ASN1_BROKEN: '数据结构已损坏，无法读取，请更换文件。',
  CMS_BROKEN: '签名数据已损坏，无法读取，请向发件人索取原文件。',
  CRL_BROKEN: '证书吊销列表已损坏，无法读取，请重新下载。',
  OCSP_BROKEN: '证书状态应答已损坏，无法读取，请稍后重试。',
  TIMESTAMP_BROKEN: '时间戳已损坏，无法读取，请重新申请。',
  CERTIFICATE_REQUEST_BROKEN: '证书申请文件已损坏，无法读取，请重新生成。',
  KEY_BROKEN: '密钥已损坏，无法读取，请更换密钥。',
  ALGORITHM_UNSUPPORTED: '不支持该签名算法，请更换证书或算法。',
} satisfies Record<keyof typeof PKI_ERRORS, string>;
