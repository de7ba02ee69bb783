import type { Route } from '#core/realname/states.ts';
import type { Language } from './languages.ts';

/** Words of the report of evidence, and of the page that says how to check a bundle. */
export interface EvidenceText {
  heading: string;
  about: string;
  task: string;
  title: string;
  number: string;
  initiator: string;
  completedAt: string;
  zone: string;
  files: string;
  file: string;
  digest: string;
  parties: string;
  party: string;
  signedAt: string;
  certificate: string;
  consents: string;
  consentOf: (who: string, method: string, time: string) => string;
  identities: string;
  identity: string;
  /** By the route of a real-name verification. */
  routes: Readonly<Record<Route, string>>;
  unrecorded: string;
  certificates: string;
  validity: string;
  revocation: string;
  revocations: Readonly<Record<'good' | 'revoked' | 'unknown' | 'root', string>>;
  stamps: string;
  stampOn: string;
  wholeFile: string;
  authority: string;
  steps: string;
  time: string;
  what: string;
  who: string;
  system: string;
  log: string;
  logAbout: (size: number, origin: string) => string;
  root: string;
  checkpointAt: string;
  /** By the method of a consent. */
  methods: Readonly<Record<string, string>>;
  /** A way that stood in place of the one asked for. */
  instead: (asked: string, given: string) => string;
  verify: {
    heading: string;
    about: string;
    tools: string;
    documents: string;
    documentsAbout: string;
    ofd: string;
    reportOfd: string;
    trail: string;
    trailAbout: string;
    log: string;
    logAbout: string;
    checkpoint: string;
    checkpointAbout: string;
    certificates: string;
    certificatesAbout: string;
    trust: string;
    trustAbout: (origin: string, key: string) => string;
    passkeys: string;
    passkeysAbout: string;
  };
}

const TEXTS: Record<Language, EvidenceText> = {
  'zh-CN': {
    heading: '签署存证报告',
    about:
      '本报告说明一份已完成合同的签署方、意愿证明与签署过程。随附的 VERIFY.md 说明如何不依赖本平台逐项核验。',
    task: '合同',
    title: '合同名称',
    number: '合同编号',
    initiator: '发起方',
    completedAt: '签署完成时间',
    zone: '时间均为北京时间。',
    files: '文件',
    file: '文件',
    digest: '摘要（SHA-256）',
    parties: '签署方',
    party: '签署方',
    signedAt: '签署时间',
    certificate: '证书',
    consents: '意愿证明',
    consentOf: (who, method, time) => `${who}，${method}，${time}，所签内容的摘要：`,
    identities: '身份证明',
    identity: '实名认证方式',
    routes: { FACE: '人脸识别核验', REVIEW: '证件人工审核', TRANSFER: '对公账户打款核验' },
    unrecorded: '已实名（认证方式未记录）',
    certificates: '证书与吊销信息',
    validity: '有效期',
    revocation: '吊销状态',
    revocations: { good: '未吊销', revoked: '已吊销', unknown: '无吊销信息', root: '根证书' },
    stamps: '时间戳',
    stampOn: '所盖内容',
    wholeFile: '整个文件',
    authority: '时间戳机构',
    steps: '签署过程',
    time: '时间',
    what: '事项',
    who: '操作人',
    system: '系统',
    log: '透明日志',
    logAbout: (size, origin) =>
      `以上每一步的承诺值都写入透明日志 ${origin}，截至含 ${size} 条记录的检查点。日志只增不改，任何人可以读取。`,
    root: '根哈希',
    checkpointAt: '检查点时间戳',
    methods: {
      PASSWORD: '签署密码',
      SMS: '短信验证码',
      FACE: '人脸识别',
      APP: '协作应用确认',
      PASSKEY: '通行密钥',
      UKEY: 'UKey 与 PIN',
      ACCESS_CODE: '发起方告知的访问码',
      MAIL: '邮箱验证码',
    },
    instead: (asked, given) => `${asked}（改用${given}）`,
    verify: {
      heading: '如何核验本存证包',
      about:
        '以下命令在解压后的文件夹中运行，不联网，也不需要本平台。每条命令都应成功；任何一条失败，即说明对应内容被改动。',
      tools: '需要 OpenSSL 3 与 pdfsig（poppler-utils）。',
      documents: '1. 文件与报告',
      documentsAbout: '每个签名都应为 “Signature is Valid”。每个文件的摘要应出现在轨迹中。',
      reportOfd:
        'report.ofd 是同一份报告的 OFD 版式，盖有 GB/T 38540 电子签章，可用任何支持该标准的阅读器查看。',
      ofd: 'OFD 文件的签章可用任何支持 GB/T 38540 的阅读器查看；其摘要同样应出现在轨迹中。',
      trail: '2. 轨迹',
      trailAbout:
        'trail/ 中每个文件是一步的原文，末尾是上一步原文的 SHA-256：改动任何一步，其后的链条就会断开。',
      log: '3. 透明日志',
      logAbout:
        '日志中每一步只有一个加盐承诺值（HMAC-SHA-256，盐值在 log/*.salt）。以下脚本由每一步的原文沿 Merkle 树（RFC 6962）算到检查点的根哈希。',
      checkpoint: '4. 检查点的签名与时间戳',
      checkpointAbout: '检查点由日志的 Ed25519 密钥签名，并有 RFC 3161 时间戳。',
      certificates: '5. 证书与吊销信息',
      certificatesAbout: 'certificates/ 中是签署所用证书及其上级，revocation/ 中是它们的吊销列表与状态应答。',
      passkeys: '7. 通行密钥的意愿证明',
      passkeysAbout:
        'consents/ 中是签署人的通行密钥所签的数据：*.text 是所确认的内容，其摘要即所签的质询；*.seen 列出签署人所见的每份文件及其摘要。每条都应为 “Signature Verified Successfully”，并显示所在网站（origin）。',
      trust: '6. 信任从何而来',
      trustAbout: (origin, key) =>
        `以上命令信任本包中的根证书与日志密钥。请从别处核对：根证书的指纹与平台公布的一致；日志 ${origin} 的密钥是 ${key}；独立的监测者可用 npm run log:audit 跟踪整个日志。`,
    },
  },
  'zh-TW': {
    heading: '簽署存證報告',
    about:
      '本報告說明一份已完成合約的簽署方、意願證明與簽署過程。隨附的 VERIFY.md 說明如何不依賴本平台逐項核驗。',
    task: '合約',
    title: '合約名稱',
    number: '合約編號',
    initiator: '發起方',
    completedAt: '簽署完成時間',
    zone: '時間均為北京時間。',
    files: '檔案',
    file: '檔案',
    digest: '摘要（SHA-256）',
    parties: '簽署方',
    party: '簽署方',
    signedAt: '簽署時間',
    certificate: '憑證',
    consents: '意願證明',
    consentOf: (who, method, time) => `${who}，${method}，${time}，所簽內容的摘要：`,
    identities: '身分證明',
    identity: '實名認證方式',
    routes: { FACE: '人臉辨識核驗', REVIEW: '證件人工審核', TRANSFER: '對公帳戶匯款核驗' },
    unrecorded: '已實名（認證方式未記錄）',
    certificates: '憑證與撤銷資訊',
    validity: '有效期',
    revocation: '撤銷狀態',
    revocations: { good: '未撤銷', revoked: '已撤銷', unknown: '無撤銷資訊', root: '根憑證' },
    stamps: '時間戳記',
    stampOn: '所蓋內容',
    wholeFile: '整個檔案',
    authority: '時間戳記機構',
    steps: '簽署過程',
    time: '時間',
    what: '事項',
    who: '操作人',
    system: '系統',
    log: '透明日誌',
    logAbout: (size, origin) =>
      `以上每一步的承諾值都寫入透明日誌 ${origin}，截至含 ${size} 筆記錄的檢查點。日誌只增不改，任何人可以讀取。`,
    root: '根雜湊',
    checkpointAt: '檢查點時間戳記',
    methods: {
      PASSWORD: '簽署密碼',
      SMS: '簡訊驗證碼',
      FACE: '人臉辨識',
      APP: '協作應用確認',
      PASSKEY: '通行密鑰',
      UKEY: 'UKey 與 PIN',
      ACCESS_CODE: '發起方告知的存取碼',
      MAIL: '電子郵件驗證碼',
    },
    instead: (asked, given) => `${asked}（改用${given}）`,
    verify: {
      heading: '如何核驗本存證包',
      about:
        '以下命令在解壓縮後的資料夾中執行，不連網，也不需要本平台。每條命令都應成功；任何一條失敗，即說明對應內容被改動。',
      tools: '需要 OpenSSL 3 與 pdfsig（poppler-utils）。',
      documents: '1. 檔案與報告',
      documentsAbout: '每個簽名都應為 “Signature is Valid”。每個檔案的摘要應出現在軌跡中。',
      reportOfd:
        'report.ofd 是同一份報告的 OFD 版式，蓋有 GB/T 38540 電子簽章，可用任何支援該標準的閱讀器檢視。',
      ofd: 'OFD 檔案的簽章可用任何支援 GB/T 38540 的閱讀器檢視；其摘要同樣應出現在軌跡中。',
      trail: '2. 軌跡',
      trailAbout:
        'trail/ 中每個檔案是一步的原文，末尾是上一步原文的 SHA-256：改動任何一步，其後的鏈條就會斷開。',
      log: '3. 透明日誌',
      logAbout:
        '日誌中每一步只有一個加鹽承諾值（HMAC-SHA-256，鹽值在 log/*.salt）。以下指令碼由每一步的原文沿 Merkle 樹（RFC 6962）算到檢查點的根雜湊。',
      checkpoint: '4. 檢查點的簽名與時間戳記',
      checkpointAbout: '檢查點由日誌的 Ed25519 金鑰簽名，並有 RFC 3161 時間戳記。',
      certificates: '5. 憑證與撤銷資訊',
      certificatesAbout: 'certificates/ 中是簽署所用憑證及其上級，revocation/ 中是它們的撤銷清單與狀態回應。',
      passkeys: '7. 通行金鑰的意願證明',
      passkeysAbout:
        'consents/ 中是簽署人的通行金鑰所簽的資料：*.text 是所確認的內容，其摘要即所簽的質詢；*.seen 列出簽署人所見的每份檔案及其摘要。每條都應為 “Signature Verified Successfully”，並顯示所在網站（origin）。',
      trust: '6. 信任從何而來',
      trustAbout: (origin, key) =>
        `以上命令信任本包中的根憑證與日誌金鑰。請從別處核對：根憑證的指紋與平台公布的一致；日誌 ${origin} 的金鑰是 ${key}；獨立的監測者可用 npm run log:audit 跟蹤整個日誌。`,
    },
  },
  'en-US': {
    heading: 'Evidence report',
    about:
      'This report tells of a finished contract who signed it, how each showed their will, and every step. VERIFY.md beside it says how to check each of them without this platform.',
    task: 'Contract',
    title: 'Name',
    number: 'Number',
    initiator: 'Sent by',
    completedAt: 'Completed',
    zone: 'All times are those of Beijing.',
    files: 'Files',
    file: 'File',
    digest: 'SHA-256',
    parties: 'Parties',
    party: 'Party',
    signedAt: 'Signed',
    certificate: 'Certificate',
    consents: 'Proofs of will',
    consentOf: (who, method, time) => `${who}, ${method}, ${time}, digests of what was signed:`,
    identities: 'Proofs of identity',
    identity: 'Real name verified by',
    routes: {
      FACE: 'face verification',
      REVIEW: 'review of the identity documents',
      TRANSFER: 'transfer to the bank account',
    },
    unrecorded: 'verified; the method is not recorded',
    certificates: 'Certificates and revocation',
    validity: 'Valid',
    revocation: 'Revocation',
    revocations: { good: 'not revoked', revoked: 'REVOKED', unknown: 'nothing is said', root: 'root' },
    stamps: 'Time stamps',
    stampOn: 'On',
    wholeFile: 'the whole file',
    authority: 'Authority',
    steps: 'Steps',
    time: 'Time',
    what: 'What',
    who: 'Who',
    system: 'System',
    log: 'Transparency log',
    logAbout: (size, origin) =>
      `A commitment to each step above stands in the transparency log ${origin}, up to its checkpoint of ${size} entries. The log only grows, and anybody can read it.`,
    root: 'Root hash',
    checkpointAt: 'Checkpoint time-stamped',
    methods: {
      PASSWORD: 'signing password',
      SMS: 'code by short message',
      FACE: 'face',
      APP: 'collaboration app',
      PASSKEY: 'passkey',
      UKEY: 'UKey and PIN',
      ACCESS_CODE: 'access code told by the sender',
      MAIL: 'code by email',
    },
    instead: (asked, given) => `${asked} (${given} in its place)`,
    verify: {
      heading: 'How to check this bundle',
      about:
        'Run these commands in the unpacked folder: no network and none of this platform is needed. Each must succeed; where one fails, what it is about was changed.',
      tools: 'They need OpenSSL 3 and pdfsig (poppler-utils).',
      documents: '1. Documents and report',
      documentsAbout:
        'Each signature must be “Signature is Valid”. The digest of each document must stand in the trail.',
      reportOfd:
        'report.ofd is the same report as OFD, sealed by GB/T 38540; any reader that knows the standard shows it.',
      ofd: 'Seals of OFD documents are shown by any reader that knows GB/T 38540; their digests must stand in the trail all the same.',
      trail: '2. Trail',
      trailAbout:
        'Each file of trail/ is one step as it was written, and ends with the SHA-256 of the step before: where one is changed, the chain after it breaks.',
      log: '3. Transparency log',
      logAbout:
        'The log holds of each step a salted commitment alone (HMAC-SHA-256; the salt is in log/*.salt). This script goes from each step along the Merkle tree (RFC 6962) to the root hash of the checkpoint.',
      checkpoint: '4. Signature and time stamp of the checkpoint',
      checkpointAbout: 'The checkpoint is signed by the log’s Ed25519 key, and time-stamped by RFC 3161.',
      certificates: '5. Certificates and revocation',
      certificatesAbout:
        'certificates/ holds those that signed and those above them, revocation/ what was said of their revocation.',
      passkeys: '7. Consents by passkey',
      passkeysAbout:
        'consents/ holds what the signers’ passkeys signed: *.text is what was confirmed, whose digest is the challenge that was signed; *.seen lists each document that the signer was shown, with its digest. Each must say “Signature Verified Successfully”, and shows the site (origin).',
      trust: '6. Where trust comes from',
      trustAbout: (origin, key) =>
        `The commands above trust the roots and the log’s key of this bundle. Compare them from elsewhere: the fingerprints of the roots with those that the platform publishes; the key of the log ${origin} is ${key}; whoever watches the log by npm run log:audit sees all of it.`,
    },
  },
};

export const evidenceText = (language: Language): EvidenceText => TEXTS[language];
